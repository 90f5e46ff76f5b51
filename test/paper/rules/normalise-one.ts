import type { JsonObject } from '../../../src/platform/json/json.ts'
import { normaliseDocument } from '../../../src/paper/rules/normalise.ts'
import { compileRules, type RenameRule } from '../../../src/paper/rules/rules.ts'
import type { Category } from '../../../src/paper/categories.ts'

/** What the metadata has when a document says nothing. */
export const nothingRead = { invoice_no: '', invoice_date: '', gstin: '', name: '' }

export function label(from: string, to: string, category: Category | null = null): RenameRule {
  return { type: 'label', from, to, category }
}

export function value(
  key: string,
  from: string,
  to: string,
  category: Category | null = null,
): RenameRule {
  return { type: 'value', key, from, to, category }
}

export function metadataOf(
  raw: JsonObject,
  rules: RenameRule[] = [],
  category: Category = 'vendor_invoice',
): JsonObject {
  const document = { invoice_metadata: raw, line_items: [] }
  return normaliseDocument(document, category, compileRules(rules)).invoice_metadata
}

export function lineOf(
  raw: JsonObject,
  rules: RenameRule[] = [],
  category: Category = 'vendor_invoice',
): JsonObject | undefined {
  const document = { invoice_metadata: {}, line_items: [raw] }
  return normaliseDocument(document, category, compileRules(rules)).line_items[0]
}
