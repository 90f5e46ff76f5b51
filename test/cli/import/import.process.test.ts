import { describe, expect, test } from 'bun:test'
import { listHistory } from '../../../src/accounts/history.ts'
import { productNames, vendors } from '../../../src/cli/import/names-and-rules.ts'
import { scans } from '../../../src/cli/import/scans.ts'
import { listNames } from '../../../src/names/queries.ts'
import type { NameKind } from '../../../src/names/rules.ts'
import { addMember, api } from '../../support/member.ts'
import { itemsOf, type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'
import { runDaybook } from '../run-daybook.ts'

const everything = { userId: null, actions: null, from: 0, until: Number.MAX_SAFE_INTEGER }

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

function names(kind: NameKind): Record<string, string[]> {
  const entries = listNames(shop.database.read, kind)
  return Object.fromEntries(
    entries.map(({ name, aliases }) => [name, aliases.map(({ alias }) => alias)]),
  )
}

describe('the command', () => {
  test('takes what Excel writes, and changes nothing the second time', async () => {
    const csv = '\uFEFFName;Aliases\r\n"Kaveri; Sons";KAVERI|K. Sons\r\nIndus Mart;\r\n;\r\n'
    const args = ['import', 'vendors', folder.write('excel.csv', csv), '--data', shop.dir.root]
    const first = await runDaybook(args)
    expect(first).toEqual({
      code: 0,
      stdout: 'Read 2 lines: 2 created, 0 updated, 0 unchanged, 0 with errors.\n',
      stderr: '',
    })
    expect(names('vendor')).toMatchObject({
      'Kaveri; Sons': ['KAVERI', 'K. Sons'],
      'Indus Mart': [],
    })
    const entered = () =>
      listHistory(shop.database.read, everything, { limit: 10, offset: 0 })
        .filter(({ action }) => action === 'names brought in')
        .map(({ details }) => JSON.parse(details))
    const entry = { kind: 'vendors', file: 'excel.csv', added: 2, changed: 0 }
    expect(entered()).toEqual([entry])
    const second = await runDaybook([...args, '--json'])
    expect(entered()).toEqual([entry])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toEqual({
      total: 2,
      created: 0,
      updated: 0,
      unchanged: 2,
      errors: 0,
      problems: [],
    })
  })

  test('names bad lines, writes the others, and fails', async () => {
    const file = folder.write(
      'bad.jsonl',
      '{"name":"Before"}\nnot json\n\n{"name":""}\n{"name":"Behind"}',
    )
    const ran = await runDaybook([
      'import',
      'product-names',
      file,
      '--data',
      shop.dir.root,
      '--json',
    ])
    expect(ran.code).toBe(1)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      total: 4,
      created: 2,
      errors: 2,
      problems: [
        { line: 2, error: expect.stringContaining('The line is not valid JSON') },
        { line: 4, error: 'name must have 1 to 200 characters, got 0.' },
      ],
    })
    expect(ran.stderr).toBe(
      '2 lines could not be imported; the rest was. Put the corrected lines into a new file and import that.\n',
    )
    expect(names('product')).toMatchObject({ Before: [], Behind: [] })
  })

  test('shows people the first hundred bad lines and counts the others', async () => {
    const file = folder.write('hopeless.jsonl', '[]\n'.repeat(130))
    const { code, stderr } = await runDaybook(['import', 'vendors', file, '--data', shop.dir.root])
    expect(code).toBe(1)
    expect(stderr.match(/^Line \d+ was left out: The line is not a JSON object\.$/gm)).toHaveLength(
      100,
    )
    expect(stderr).toContain('… and 30 more bad lines.')
  })

  test('reads standard input', async () => {
    const args = ['import', 'vendors', '-', '--data', shop.dir.root, '--json']
    const { stdout } = await runDaybook(args, '{"name":"From a Pipe"}\n')
    expect(JSON.parse(stdout)).toMatchObject({ total: 1, created: 1 })
  })

  test('knows what can be imported', async () => {
    const { code, stderr } = await runDaybook(['import', 'invoices', 'x.jsonl'])
    expect(code).toBe(2)
    expect(stderr).toContain('scans, rules, vendors, product-names')
  })

  test('works beside a running server, which goes on answering', async () => {
    const { email } = await addMember(shop)
    const { key } = await shop.addKey({ email })
    const countUnsynced = async () => {
      const answer = await shop.call('GET', `${api}/scans/unsynced?limit=1000`, { key })
      expect(answer.status).toBe(200)
      return itemsOf(answer).length
    }
    const file = folder.write('many.jsonl', scansOf(email))
    const importing = runDaybook(['import', 'scans', file, '--data', shop.dir.root])
    const counts = await repeatUntil(importing, countUnsynced)
    expect((await importing).code).toBe(0)
    expect(counts.some((count) => count > 0 && count < 1000)).toBe(true)
    expect(await countUnsynced()).toBe(1000)
  }, 120_000)
})

describe('a file', () => {
  test('may begin with a byte order mark, end lines the Windows way, and lack the last end', async () => {
    const text = '\uFEFF{"name":"Windows One"}\r\n\r\n{"name":"Windows Two"}'
    expect(await folder.import(shop, vendors, text)).toMatchObject({ total: 2, created: 2 })
  })

  test('keeps its good lines when others are not UTF-8 or far too long', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"name":"caf\xe9"}\n', 'latin1'),
      Buffer.from(`{"name":"${'x'.repeat(160 * 1024 * 1024)}"}\n{"name":"Sound"}\n`),
    ])
    const result = await folder.import(shop, vendors, bytes)
    expect(result).toMatchObject({ total: 3, created: 1, errors: 2 })
    expect(result.problems.map(({ line }) => line)).toEqual([1, 2])
    expect(names('vendor')).toHaveProperty('Sound')
  })

  test('in UTF-16 is refused as a whole', () => {
    const bytes = Buffer.from('\uFEFF{"name":"Wide"}\n', 'utf16le')
    expect(folder.import(shop, vendors, bytes)).rejects.toThrow('The file is UTF-16.')
  })

  test('must say by its name what it is', () => {
    expect(folder.import(shop, vendors, '', 'vendors.ods')).rejects.toThrow('.jsonl')
    expect(folder.import(shop, scans, '', 'scans.csv')).rejects.toThrow('A table cannot hold scans')
  })

  test('has at least to exist', async () => {
    const ran = await runDaybook(['import', 'scans', folder.path('none.jsonl')])
    expect(ran).toMatchObject({
      code: 1,
      stderr: `There is no file ${folder.path('none.jsonl')}.\n`,
    })
  })
})

describe('a table', () => {
  test('may have quoted cells with delimiters, quotation marks and line breaks', async () => {
    const result = await importCsv('aliases,name\n"A, B|""C""","Two\nlines"\nplain,Nail 3"\n')
    expect(result).toMatchObject({ total: 2, created: 2 })
    expect(names('product')).toMatchObject({ 'Two\nlines': ['A, B', '"C"'], 'Nail 3"': ['plain'] })
  })

  test('loses only the line whose quotation mark is not closed', async () => {
    const result = await importCsv(
      'name,aliases\n"open,x\nGood One,a1\n"Good" Two,\nGood Three,"a,3"\n',
    )
    expect(result).toMatchObject({ total: 4, created: 2 })
    expect(result.problems.map(({ line }) => line)).toEqual([2, 4])
    expect(names('product')).toMatchObject({ 'Good One': ['a1'], 'Good Three': ['a,3'] })
  })

  test('reports a row with more cells than columns', async () => {
    const result = await importCsv('name,aliases\nToo,many,cells\nEnough,,\n')
    expect(result.problems).toEqual([
      { line: 2, error: 'The row has 3 cells, and the header has 2.' },
    ])
    expect(result.created).toBe(1)
  })

  test.each([
    ['', 'it lacks name'],
    ['Vendor,Alias\nx,y\n', 'it lacks name'],
    ['name,Name\nx,y\n', 'name is there twice'],
  ])('is refused as a whole when its first row is %j', (text, wrong) => {
    expect(importCsv(text)).rejects.toThrow(wrong)
  })
})

describe('names', () => {
  test('match by name, gain aliases, and say what another entry holds', async () => {
    await folder.import(shop, vendors, jsonLines({ name: 'Acme Traders', aliases: ['ACME'] }))
    const lines = jsonLines(
      { name: 'acme  traders', aliases: ['Acme Ltd'] },
      { name: 'Acme Traders' },
      { name: 'Zenith', aliases: ['acme'] },
      { name: 'Wrong', aliases: [1] },
    )
    expect(await folder.import(shop, vendors, lines)).toMatchObject({
      updated: 1,
      unchanged: 1,
      created: 1,
      problems: [{ line: 4, error: 'aliases must be a list of texts.' }],
      warnings: [
        {
          line: 3,
          warning: '"acme" belongs to "Acme Traders" already and was not added as an alias.',
        },
      ],
    })
    expect(names('vendor')).toMatchObject({ 'Acme Traders': ['ACME', 'Acme Ltd'], Zenith: [] })
  })
})

/** A thousand scans of a user, each with a number of its own. */
function scansOf(user: string): string {
  const lines = Array.from({ length: 1000 }, (_, i) => ({
    user,
    category: 'vendor_invoice',
    filename: `bill-${i}.pdf`,
    raw: { invoice_metadata: { 'Bill No.': `B-${i}` }, line_items: [] },
  }))
  return jsonLines(...lines)
}

async function repeatUntil<T>(end: Promise<unknown>, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  const state = { ended: false }
  const ending = end.finally(() => (state.ended = true))
  while (!state.ended) answers.push(await ask())
  await ending
  return answers
}

function importCsv(text: string) {
  return folder.import(shop, productNames, text, 'table.csv')
}
