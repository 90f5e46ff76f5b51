import { describe, expect, test } from 'bun:test'
import { addMember } from '../../../support/member.ts'
import { ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const newLabel = () => `Zref ${crypto.randomUUID()}`
const header = 'type,category,key,from,to'

async function download() {
  const url = `${shop.url}/console/api/rules/export`
  return await fetch(url, { headers: { cookie: owner.cookie() } })
}

describe('a CSV file of rules', () => {
  test('is looked at first, with the scans that it would change', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    await member.addScan({ metadata: { [label]: 'A-1' } })
    const csv = `${header}\nlabel,,,${label},memo\nlabel,bill,,A,b\n`
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json).toMatchObject({ created: 1, updated: 0, unchanged: 0, refusedCount: 1 })
    expect(json['refused']).toEqual([{ line: 3, message: expect.stringContaining('category') }])
    expect(json['preview']).toMatchObject({ changed: 1 })
    const rules = await owner.get(`/rules?search=${encodeURIComponent(label)}`)
    expect(rules.json['total']).toBe(0)
  })

  test('says of a row that is no rule what is wrong with which column', async () => {
    const rows = [
      'lable,,,A,b',
      'label,bill,,A,b',
      'label,,,,b',
      'label,,,A,',
      'value,,,A,b',
      `label,,,${'x'.repeat(501)},b`,
    ]
    const csv = [header, ...rows].join('\n')
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json['refused']).toEqual([
      { line: 2, message: '“lable” is no type: write label or value.' },
      {
        line: 3,
        message:
          '“bill” is no category: write vendor_invoice, purchase_order or bank_entry, or leave it empty for all documents.',
      },
      { line: 4, message: 'The column “from” is empty: it must say what the document prints.' },
      {
        line: 5,
        message: 'The column “to” is empty: it must say the field that the label stands for.',
      },
      {
        line: 6,
        message: 'The column “key” is empty: it must say the field in which the value stands.',
      },
      { line: 7, message: 'The column “from” has 501 characters; at most 500 are allowed.' },
    ])
  })

  test('with two rows for one label takes the first one, and says so of the second', async () => {
    const label = newLabel()
    const csv = `${header}\nlabel,,,${label},memo\nlabel,bad,,x,y\nlabel,,,${label.toUpperCase()},note\nlabel,bank_entry,,${label},note\nvalue,,memo,${label},a\n`
    const expected = {
      created: 3,
      updated: 0,
      refusedCount: 2,
      refused: [
        { line: 3, message: expect.stringContaining('category') },
        { line: 4, message: 'It is for the same label as line 2.' },
      ],
    }
    for (const path of ['/rules/import/check', '/rules/import']) {
      expect((await owner.post(path, { csv })).json).toMatchObject(expected)
    }
    const { json } = await owner.get(
      `/rules?search=${encodeURIComponent(label)}&type=label&category=all`,
    )
    expect(json['items']).toMatchObject([{ to: 'memo' }])
  })

  test('whose rules deliver nothing in place of a value says how many', async () => {
    const csv = `${header}\nvalue,,memo,${newLabel()},\nvalue,,memo,${newLabel()},x\n`
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json).toMatchObject({ created: 2, emptying: 1 })
  })

  test('brings its good rows in, and again changes nothing', async () => {
    const [one, other] = [newLabel(), newLabel()]
    const csv = `type;category;key;from;to;why\r\nLabel;;;"${one}; x";memo;-\r\n\r\nvalue;;;${other};b;-\r\nvalue;bank_entry;state;${other};b;-\r\n`
    const bring = async () => (await owner.post('/rules/import', { csv })).json
    expect(await bring()).toMatchObject({
      created: 2,
      updated: 0,
      refusedCount: 1,
      refused: [{ line: 4, message: expect.stringContaining('key') }],
    })
    expect(await bring()).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json['ignored']).toEqual(['why'])
  })

  test('that was downloaded has no formulas, and what it says is brought in as it was', async () => {
    const label = `=HYPERLINK("${crypto.randomUUID()}")`
    await owner.post('/rules', { type: 'label', from: label, to: '-memo' })
    const csv = await (await download()).text()
    expect(csv).toContain(`"'${label.replaceAll('"', '""')}","'-memo"`)
    const { json } = await owner.post('/rules/import', { csv })
    expect(json).toMatchObject({ created: 0, updated: 0, refusedCount: 0 })
  })

  test('that was downloaded changes nothing, whatever is in its rules', async () => {
    const rule = {
      type: 'value',
      key: 'place_of_supply',
      from: `महाराष्ट्र, "MH" ${crypto.randomUUID()}`,
      to: ' =1+1\n;',
    }
    await owner.post('/rules', rule)
    const answer = await download()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('rename-rules.csv')
    const bytes = await answer.bytes()
    expect(bytes.subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    const csv = new TextDecoder().decode(bytes)
    const { json } = await owner.post('/rules/import/check', { csv })
    expect(json).toMatchObject({ created: 0, updated: 0, refusedCount: 0 })
    expect(Number(json['unchanged'])).toBeGreaterThan(0)
  })

  test.each([
    ['without a header', 'label,,,a,b'],
    ['that is empty', ''],
    ['with an open quotation mark', `${header}\nlabel,,,"a,b\n`],
  ])('%s is refused', async (_, csv) => {
    for (const path of ['/rules/import/check', '/rules/import']) {
      const answer = await owner.post(path, { csv })
      expect([answer.status, answer.field]).toEqual([400, 'csv'])
    }
  })

  test('that is too long is refused', async () => {
    const answer = await owner.post('/rules/import', { csv: 'x'.repeat(5_000_001) })
    expect([answer.status, answer.field]).toEqual([400, 'csv'])
  })
})
