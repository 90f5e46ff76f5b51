import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { foldText, toNfc } from '../../../platform/text.ts'
import type { Category } from '../scans/categories.ts'
import { withSide } from './bank-sides.ts'
import type { Place } from './built-in-labels.ts'
import { columnLookup, type ColumnLookup } from './columns.ts'
import { normaliseFields } from './fields.ts'
import { foldLabel } from './labels.ts'
import { isEmpty } from './typed-values.ts'

/** What a scanner read, under the labels that the document prints. */
export type RawDocument = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** What is delivered. The metadata always has the texts `invoice_no`, `invoice_date`, `gstin` and `name`. */
export type ScanData = { invoice_metadata: JsonObject; line_items: JsonObject[] }

/** What an owner wrote: a raw label stands for a canonical key, or under a key a raw value for a clean one. */
export type RenameRule =
  | { type: 'label'; from: string; to: string; category: Category | null }
  | { type: 'value'; key: string; from: string; to: string; category: Category | null }

/**
 * What a rule matches, folded as labels and values are compared; `key` is '' for a label rule. Of rules of one category
 * with the same match one counts.
 */
export function matchOf(rule: RenameRule): { key: string; from: string } {
  return rule.type === 'label'
    ? { key: '', from: foldLabel(rule.from) }
    : { key: foldLabel(rule.key), from: foldText(rule.from) }
}

/** An organisation's rules, ready to use. It remembers the labels that it has met, so keep it as long as the rules. */
export type CompiledRules = {
  readonly [category in Category]: { readonly [place in Place]: ColumnLookup }
}

/**
 * Compiles an organisation's rules once; the result is cheap to call per document.
 * A rule for one category comes before a rule for all, and that before a built-in label. Of two rules of the same
 * category for the same label or value the first counts.
 */
export function compileRules(rules: readonly RenameRule[]): CompiledRules {
  const forCategory = (category: Category) => {
    const applicable = [
      ...rules.filter((rule) => rule.category === category),
      ...rules.filter((rule) => rule.category === null),
    ]
    const labels = compileLabels(applicable)
    const values = compileValues(applicable)
    return {
      metadata: columnLookup(category, 'metadata', labels, values),
      line: columnLookup(category, 'line', labels, values),
    }
  }
  return {
    vendor_invoice: forCategory('vendor_invoice'),
    purchase_order: forCategory('purchase_order'),
    bank_entry: forCategory('bank_entry'),
  }
}

function compileLabels(rules: readonly RenameRule[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const rule of rules) {
    if (rule.type === 'label') addFirst(labels, matchOf(rule).from, toNfc(rule.to))
  }
  return labels
}

function compileValues(
  rules: readonly RenameRule[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const byKey = new Map<string, Map<string, string>>()
  for (const rule of rules) {
    if (rule.type !== 'value') continue
    const { key, from } = matchOf(rule)
    const values = byKey.get(key) ?? new Map<string, string>()
    byKey.set(key, values)
    addFirst(values, from, toNfc(rule.to))
  }
  return byKey
}

function addFirst(map: Map<string, string>, from: string, to: string): void {
  if (!map.has(from)) map.set(from, to)
}

/**
 * Normalises a document: label rules once, then value rules once, then types. Names are mapped later (map-names.ts).
 * Only the top level of the metadata and of each line is renamed. All text comes out in NFC.
 *
 * Nothing that was read is dropped: of several values for one key the first stands under it and the others, like
 * what cannot be read as the key's type, under the label they were read from, or `key (2)` when that is the key.
 * Only an empty value gives way: to another one for its key, or where a number or a date belongs.
 */
export function normaliseDocument(
  raw: RawDocument,
  category: Category,
  rules: CompiledRules,
): ScanData {
  const columns = rules[category]
  return {
    invoice_metadata: withContractTexts(
      normaliseFields(raw.invoice_metadata, 'metadata', columns.metadata),
    ),
    line_items: raw.line_items.map((line) => {
      const fields = normaliseFields(line, 'line', columns.line)
      const complete = category === 'bank_entry' ? withSide(fields, line, columns.line) : fields
      // fromEntries makes own properties of every label, `__proto__` too.
      return Object.fromEntries(complete)
    }),
  }
}

/** What `invoice_metadata` must carry by the contract: "" when nothing was read, and a vendor's name is a name. */
function withContractTexts(fields: Map<string, JsonValue>): JsonObject {
  for (const key of ['invoice_no', 'invoice_date', 'gstin']) {
    if (!fields.has(key)) fields.set(key, '')
  }
  if (isEmpty(fields.get('name') ?? null)) {
    const vendor = fields.get('vendor_name')
    fields.set('name', typeof vendor === 'string' && !isEmpty(vendor) ? vendor : '')
  }
  return Object.fromEntries(fields)
}
