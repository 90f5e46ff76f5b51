import { nameOfField } from '../../../../../paper/checks/field-names.ts'
import { t } from '../../../language/language.ts'

/** The kind of a field: it decides the phone's keyboard and the alignment. */
export type InputKind =
  'text' | 'short' | 'date' | 'amount' | 'quantity' | 'percent' | 'code' | 'gstin'

/** Whether the forms have a field for a canonical key. */
export function isField(place: 'metadata' | 'line', key: string): boolean {
  return nameOfField(place, key) !== undefined
}

/** The name of a canonical key for people, also of a repeated key ("invoice_date (2)"). Unknown keys keep their name. */
export function labelOf(place: 'metadata' | 'line', key: string): string {
  const [, base = key, again = ''] = /^(.*)( \(\d+\))$/.exec(key) ?? []
  const name = nameOfField(place, base)
  return name === undefined ? key : `${t(name, { context: 'field' })}${again}`
}

/** The kind of a canonical key or of an added column. */
export function inputOf(key: string): InputKind {
  return inputs.get(key) ?? 'text'
}

const inputs: ReadonlyMap<string, InputKind> = new Map([
  ...named(
    'amount',
    `taxable_value subtotal cgst sgst igst utgst cess tax_amount round_off freight total amount rate rate_incl_tax mrp
    debit credit balance opening_balance closing_balance`,
  ),
  ...named('percent', 'cgst_rate sgst_rate igst_rate cess_rate gst_rate discount_pct'),
  ...named(
    'date',
    `invoice_date original_invoice_date due_date po_date ack_date date value_date expiry_date mfg_date statement_date
    statement_from statement_to`,
  ),
  ...named('gstin', 'gstin buyer_gstin'),
  ...named('quantity', 'qty free_qty total_qty'),
  ...named('code', 'hsn sl_no'),
  // A discount may be a percentage.
  ...named('short', 'unit discount'),
])

function named(input: InputKind, keys: string): [string, InputKind][] {
  return keys.split(/\s+/).map((key) => [key, input])
}
