import { isGstin } from '../../../accounts/rules.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { Column } from '../normalising/labels.ts'
import type { Place } from '../normalising/printed-labels.ts'
import { readDate, readNumber } from '../normalising/printed-values.ts'

/** What somebody typed under a label of the head, or of the lines. */
type TypedValue = { place: Place; label: string; text: string }

/** What a value should look like, and does not. */
type Doubt = 'date' | 'gstin' | 'number'

/**
 * The typed values that do not look like what their label stands for by the rules in force. None is forbidden: a value
 * that cannot be read is delivered as it stands.
 */
export function doubtfulValues(
  { database: { read }, rules }: Pick<ScanExportDeps, 'database' | 'rules'>,
  category: Category,
  typed: readonly TypedValue[],
): (TypedValue & { doubt: Doubt })[] {
  const columns = rules(read).rules[category]
  return typed.flatMap((value) => {
    const doubt = doubtOf(value.text, columns[value.place](value.label))
    return doubt === undefined ? [] : [{ ...value, doubt }]
  })
}

function doubtOf(text: string, column: Column): Doubt | undefined {
  const value = column.values?.get(foldText(text)) ?? text
  if (value.trim() === '') return undefined
  const wanted = wantedOf(column)
  return wanted === undefined || looksLike[wanted](value) ? undefined : wanted
}

function wantedOf({ key, kind }: Column): Doubt | undefined {
  if (kind === 'gstin' || key === 'buyer_gstin') return 'gstin'
  if (kind === 'number' || kind === 'balance' || amounts.has(key)) return 'number'
  return kind === 'invoice date' || kind === 'date' || dates.has(key) ? 'date' : undefined
}

/** Keys whose values are delivered as they stand, and yet are dates or amounts. */
const dates: ReadonlySet<string> = new Set([
  'ack_date',
  'statement_date',
  'statement_from',
  'statement_to',
])

const amounts: ReadonlySet<string> = new Set([
  'total',
  'subtotal',
  'taxable_value',
  'tax_amount',
  'cgst',
  'sgst',
  'igst',
  'utgst',
  'cess',
  'freight',
  'round_off',
  'total_qty',
  'opening_balance',
  'closing_balance',
])

const looksLike: Record<Doubt, (text: string) => boolean> = {
  date: (text) => readDate(text) !== undefined,
  gstin: (text) => isGstin(text.replaceAll(/\s+/g, '').toUpperCase()),
  number: (text) => readNumber(text, true) !== undefined,
}
