import * as fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../../src/platform/json/json.ts'
import { categories, type Category } from '../../../src/paper/categories.ts'
import type { RawDocument } from '../../../src/paper/rules/normalise.ts'
import type { RenameRule } from '../../../src/paper/rules/rules.ts'

// Few labels, so that they often meet on one key.
export const labels = fc.oneof(
  fc.constantFrom(
    'Qty',
    'qty',
    'Quantity',
    'qty (2)',
    'Rate',
    'amount',
    'Amount',
    'Balance',
    'HSN',
    'hsn',
  ),
  fc.constantFrom(
    'Bill No.',
    'invoice_no',
    'Invoice #',
    'Dated',
    'invoice_date',
    'Date',
    'GSTIN',
    'gstin',
  ),
  fc.constantFrom(
    'name',
    'Name',
    'Supplier',
    'vendor_name',
    '__proto__',
    'constructor',
    '1',
    'e\u0301',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '12',
    '₹1,200',
    'as per list',
    '05/11/2026',
    '31/02/2026',
    'e\u0301',
    '2 Dr',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
export const values: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 5, arbitrary: texts },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>(null, true, false) },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.dictionary(labels, texts, { maxKeys: 2 }) },
)
const object: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(labels, values), { maxLength: 9 })
  .map((entries) => Object.fromEntries(entries))
export const anyDocument: fc.Arbitrary<RawDocument> = fc.record({
  invoice_metadata: object,
  line_items: fc.array(object, { maxLength: 2 }),
})
const category = fc.constantFrom<Category | null>(null, ...categories)
const rule: fc.Arbitrary<RenameRule> = fc.oneof(
  fc.record({ type: fc.constant('label' as const), from: labels, to: labels, category }),
  fc.record({ type: fc.constant('value' as const), key: labels, from: texts, to: texts, category }),
)
export const anyRules = fc.array(rule, { maxLength: 6 })
