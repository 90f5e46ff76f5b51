import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { seededRandom } from '../../scripts/demo/random.ts'
import { sampleRules } from '../../scripts/demo/rules.ts'
import { sampleShop } from '../../scripts/demo/sample-shop.ts'
import { categories } from '../../src/paper/categories.ts'
import type { ExplainedValue } from '../../src/paper/received.ts'
import { type Field, paperOf, pathsOf, type StoredPaper, toStored } from '../../src/paper/paper.ts'
import { compileRules } from '../../src/paper/rules/rules.ts'
import { mutate, slips } from './checks/mutations.ts'
import { anyDocument, anyRules } from './rules/any-document.ts'

const shopRules = compileRules(
  sampleRules.map((rule) => ({ ...rule, category: rule.category ?? null })),
)

const evidence: fc.Arbitrary<ExplainedValue> = fc.record({
  source: fc.constantFrom('xml', 'qr', 'text', 'ocr', 'derived', 'api'),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  doubts: fc.array(fc.string(), { maxLength: 2 }),
})

/** A document with evidence for some of its values. */
const stored: fc.Arbitrary<StoredPaper> = anyDocument.chain((raw) =>
  fc
    .array(fc.option(evidence, { nil: undefined }), {
      minLength: pathsOf(raw).size,
      maxLength: pathsOf(raw).size,
    })
    .map((found) => {
      const explained = [...pathsOf(raw)].flatMap((path, at) => {
        const value = found[at]
        return value === undefined ? [] : [[path, value] as const]
      })
      return { raw, explained: Object.fromEntries(explained) }
    }),
)

/** A paper's fields, without what the rules say about them. */
function plain({ label, key, value, evidence: found }: Field) {
  return { label, key, value, evidence: found }
}

const rule = (from: string, to: string) => ({ type: 'label', from, to, category: null }) as const

describe('a paper', () => {
  test('is stored and read again unchanged, whatever it says and whatever the rules are', () => {
    fc.assert(
      fc.property(stored, fc.constantFrom(...categories), anyRules, (before, category, rules) => {
        const compiled = compileRules(rules)
        const paper = paperOf(before, category, compiled)
        const after = toStored(paper)
        expect(after.explained).toEqual(before.explained ?? {})
        expect(JSON.stringify(after.raw)).toBe(JSON.stringify(before.raw))
        const again = paperOf(after, category, compiled)
        expect(again.head.map(plain)).toEqual(paper.head.map(plain))
        expect(again.lines.map((line) => line.map(plain))).toEqual(
          paper.lines.map((line) => line.map(plain)),
        )
      }),
    )
  })

  test('of the sample shop is stored as it was, also with a slip in it', () => {
    const random = seededRandom(23)
    const { scans } = sampleShop({ seed: 23, now: Date.UTC(2026, 10, 22, 10) })
    for (const { raw, category } of scans) {
      if (raw === null) continue
      const slipped = Object.values(slips).flatMap(
        (slip) => mutate(random, slip, { raw, category }, shopRules)?.raw ?? [],
      )
      for (const document of [raw, ...slipped]) {
        const { raw: after } = toStored(paperOf({ raw: document }, category, shopRules))
        expect(JSON.stringify(after)).toBe(JSON.stringify(document))
      }
    }
  })

  test('takes a key from a rule before a built-in label, unless only the shop knows that key', () => {
    const rules = compileRules([rule('Bill No', 'BillRef'), rule('Challan', 'po_no')])
    const raw = { invoice_metadata: { 'Bill No': '7', Challan: '8', Menge: '9' }, line_items: [] }
    const { head } = paperOf({ raw }, 'vendor_invoice', rules)
    expect(head.map(({ key }) => key)).toEqual(['invoice_no', 'po_no', 'Menge'])
    expect(head.map(({ column }) => column.key)).toEqual(['BillRef', 'po_no', 'Menge'])
  })
})
