import type { NameMatcher } from '../../../names/matching.ts'
import type { NameKind } from '../../../names/rules.ts'
import { nameLengthMax } from '../../../names/rules.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import type { ScanData } from '../rename-rules/normalise.ts'
import type { Category } from './categories.ts'
import { payeeOf } from './payee.ts'

/** A name that was read, and the text that it stands in. */
export type ReadName = { name: string; source: 'document' | 'bank row' | 'narration'; text: string }

/** The names in a normalised document that a list does not know: exactly those that `mapNames` would have put in. */
export function readNames(
  kind: NameKind,
  category: Category,
  { invoice_metadata: metadata, line_items: lines }: ScanData,
  known: NameMatcher,
): ReadName[] {
  const found =
    kind === 'product'
      ? lines.map((line) => productOf(line, category))
      : [
          asRead(metadata['vendor_name'], 'document'),
          ...(category === 'bank_entry' ? lines.map((row) => vendorOfRow(row, known)) : []),
        ]
  return found
    .filter((read) => read !== undefined)
    .filter(({ name }) => name.length <= nameLengthMax && known.canonical(name) === undefined)
}

function productOf(line: JsonObject, category: Category): ReadName | undefined {
  const named = asRead(line['product_name'], 'document')
  return named ?? (category === 'bank_entry' ? undefined : asRead(line['description'], 'document'))
}

/** Money that came in is from customers: only who was paid is looked for in the words of the bank. */
function vendorOfRow(row: JsonObject, known: NameMatcher): ReadName | undefined {
  const named = asRead(row['vendor_name'], 'bank row')
  if (named !== undefined || isCredit(row)) return named
  const texts = [row['narration'], row['description']].filter((text) => typeof text === 'string')
  if (texts.some((text) => known.findIn(text) !== undefined)) return undefined
  for (const text of texts) {
    const name = payeeOf(text)
    if (name !== undefined) return { name, source: 'narration', text }
  }
  return undefined
}

function isCredit({ credit, debit }: JsonObject): boolean {
  return typeof credit === 'number' && credit > 0 && !(typeof debit === 'number' && debit > 0)
}

function asRead(value: JsonValue | undefined, source: ReadName['source']): ReadName | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const name = value.trim()
  return { name, source, text: name }
}
