import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { addMember, api, itemOf } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

/** Without whole numbers that JSON cannot carry exactly: those are refused. */
function isSafe(value: unknown): boolean {
  const numbers = JSON.stringify(value).match(/-?\d[\d.e+-]*/g) ?? []
  return numbers.every((text) => Math.abs(Number(text)) < 2 ** 53)
}

const shop = untilEnd(await openShop())
const member = await addMember(shop)

/** Sends metadata and one line as JSON text, and returns what is delivered of them. */
async function delivered(metadata: string, line = '{}') {
  const raw = `{"category":"vendor_invoice","filename":"a.pdf","raw":{"invoice_metadata":${metadata},"line_items":[${line}]}}`
  const answer = await shop.call('POST', `${api}/scans`, { key: member.key, raw })
  expect(answer.status).toBe(201)
  const [id = ''] = idsOf(answer)
  const list = await member.unsynced()
  expect(list.status).toBe(200)
  const data = itemOf(list, id)?.['data']
  await member.mark({ ids: [id] })
  return data
}

describe('what a scanner may read comes out as it went in', () => {
  test('labels that mean something to a program: __proto__, constructor, toString', async () => {
    const odd =
      '{"__proto__":{"polluted":"yes"},"constructor":"c","toString":"t","hasOwnProperty":1}'
    const text = JSON.stringify(await delivered(odd, odd))
    for (const field of ['"__proto__":{"polluted":"yes"}', '"constructor":"c"', '"toString":"t"']) {
      expect(text.split(field)).toHaveLength(3)
    }
    const clean = JSON.stringify(await delivered('{}', '{}'))
    expect(clean).not.toContain('polluted')
  })

  test('labels and texts with NUL, quotes, line breaks and separators', async () => {
    const field = { 'a\0b': 'c\0d', '"q"': "'; DROP TABLE scans; --", 'l\u2028s': '\n\r\t\\' }
    const data = await delivered(JSON.stringify(field), JSON.stringify(field))
    expect(data).toMatchObject({ invoice_metadata: field, line_items: [field] })
  })

  test('an empty label, and one of white space', async () => {
    expect(await delivered('{"":"x"," ":"y"}')).toMatchObject({
      invoice_metadata: { '': 'x', ' ': 'y' },
    })
  })

  test('minus zero as 0, and numbers up to 2^53 − 1 exactly', async () => {
    const data = await delivered(
      '{}',
      '{"qty":-0,"rate":9007199254740991,"amount":-0.1,"x":1e-300}',
    )
    expect(JSON.stringify(data)).toContain(
      '{"qty":0,"rate":9007199254740991,"amount":-0.1,"x":1e-300}',
    )
  })

  test('scripts and emoji of all planes, right to left, and characters that cannot be seen', async () => {
    const field = { बिल: 'मीठा', عدد: '٣', 'emoji 🧾': '👨‍👩‍👧', zero: 'a\u200bb\ufeffc' }
    expect(await delivered(JSON.stringify(field))).toMatchObject({ invoice_metadata: field })
  })

  test('any JSON whatever: it is taken and delivered, and the contract’s texts are always texts', async () => {
    const labels = fc.oneof(
      fc.constantFrom('Bill No.', 'invoice_no', 'invoice_date', 'GSTIN', 'name', 'Qty', 'HSN'),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    )
    const values = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
    const objects = fc.dictionary(labels, values.filter(isSafe), { maxKeys: 8 })
    await fc.assert(
      fc.asyncProperty(objects, objects, async (metadata, line) => {
        const data = await delivered(JSON.stringify(metadata), JSON.stringify(line))
        const text = expect.any(String)
        expect(data).toMatchObject({
          invoice_metadata: { invoice_no: text, invoice_date: text, gstin: text, name: text },
          line_items: [expect.any(Object)],
        })
        expect(data).not.toHaveProperty('line_items.0.qty', text)
      }),
      { numRuns: 60 },
    )
  })
})
