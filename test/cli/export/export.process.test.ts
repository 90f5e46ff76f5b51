import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { exportKinds, exportTo, type TextSink } from '../../../src/cli/export/export.ts'
import { addName } from '../../../src/names/add-name.ts'
import { openShop, owner, ravi, type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from '../import/import-text.ts'
import { runDaybook } from '../run-daybook.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

const raw = { invoice_metadata: { 'Bill No.': 'A-1', उधार: 'हाँ' }, line_items: [{ Qty: '2 Nos' }] }
const correction = { invoice_metadata: { invoice_no: 'B-2' }, line_items: [] }

function scan(minute: number, fields: object = {}) {
  return {
    id: `0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a${10 + minute}`,
    user: minute % 2 === 0 ? owner : ravi,
    category: 'purchase_order',
    filename: `order-${minute}.pdf`,
    status: 'successful',
    failure_reason: null,
    created_at: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString(),
    raw,
    ...fields,
  }
}

const confirmed = {
  key: 'invoice_date',
  code: 'missing',
  message: 'Bill date is missing.',
  by: ravi,
  at: '2026-01-02T03:04:05.678Z',
}

const whole = {
  scans: [
    scan(1),
    scan(2, { correction, deliver_separately: true }),
    scan(3, { status: 'failed', raw: null, failure_reason: 'Too dark.' }),
    scan(4, { status: 'pending', raw: null }),
    scan(5, { synced_at: '2026-01-02T03:04:05.678Z', source: 'tally' }),
    scan(6, { raw: null, correction }),
    scan(7, { synced_at: '2026-01-02T03:04:05.678Z', source: null, duplicate_of: scan(5).id }),
    scan(8, { status: 'failed', failure_reason: 'Total: 5.', correction, held: true }),
    scan(9, { correction, confirmed: [confirmed] }),
  ],
  rules: [
    { type: 'label', from: 'Slip No', to: 'invoice_no' },
    { type: 'value', category: 'bank_entry', key: 'narration', from: 'x', to: '' },
  ],
  // "Zenith" has an alias that became another entry's name later.
  vendors: [
    { name: 'Zenith', aliases: ['Acme', 'zen|ith'] },
    { name: 'Acme', aliases: [] },
  ],
  'product-names': [{ name: 'Basmati Rice 5 kg', aliases: ['BASMATI 5KG', 'चावल'] }],
}

describe('what is exported', () => {
  test.each(Object.entries(whole))('can be imported: %s', async (kind, lines) => {
    const text = jsonLines(...lines)
    const data = ['--data', shop.dir.root]
    const imported = await runDaybook(['import', kind, folder.write('in.jsonl', text), ...data])
    expect(imported.code).toBe(0)
    const out = folder.path(`${kind}.jsonl`)
    const exported = await runDaybook(['export', kind, out, '--json', ...data])
    expect(JSON.parse(exported.stdout)).toEqual({ total: lines.length, file: out })
    expect(readFileSync(out, 'utf8')).toBe(text)

    const other = await openShop()
    try {
      const elsewhere = ['--data', other.dir.root]
      expect((await runDaybook(['import', kind, out, ...elsewhere])).code).toBe(0)
      const printed = await runDaybook(['export', kind, ...elsewhere])
      expect(printed).toEqual({ code: 0, stdout: text, stderr: '' })
    } finally {
      await other.close()
    }
  })
})

test('an export shows the book as it was when it began', async () => {
  const kind = exportKinds.find(({ name }) => name === 'scans')
  if (kind === undefined) throw new Error('Scans cannot be exported.')
  const before = kind.open(shop.database.read).total
  let text = ''
  let written = 0
  const sink: TextSink = {
    async write(line) {
      text += line
      if (written++ === 0) await shop.addScan({ daysAgo: 0 })
    },
    finish: async () => {},
    abandon: async () => {},
  }
  expect(await exportTo(sink, kind, shop.database.read)).toBe(before)
  expect(text.trim().split('\n')).toHaveLength(before)
  expect(kind.open(shop.database.read).total).toBe(before + 1)
})

test('a file that cannot be completed leaves nothing behind', async () => {
  await shop.database.write((conn) =>
    addName(conn, 'vendor', { name: 'Any', aliases: [] }, Date.now()),
  )
  const missing = folder.path('no-such-folder/vendors.jsonl')
  const refused = await runDaybook(['export', 'vendors', missing, '--data', shop.dir.root])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain(`${missing} cannot be written`)
  expect(existsSync(missing)).toBe(false)
  const file = folder.write('kept.jsonl', 'as it was')
  expect((await runDaybook(['export', 'vendors', file, '--data', shop.dir.root])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('"Any"')
  expect(readdirSync(folder.path('')).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('an export is not a table', async () => {
  const file = folder.path('vendors.csv')
  const { code, stderr } = await runDaybook(['export', 'vendors', file, '--data', shop.dir.root])
  expect(code).toBe(1)
  expect(stderr).toBe('An export is JSON Lines: let the name end in .jsonl.\n')
})
