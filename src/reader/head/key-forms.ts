import {
  accountForm,
  amountForm,
  currencyForm,
  micrForm,
  ackForm,
  codeForm,
  dateForm,
  emailForm,
  ewayForm,
  type Form,
  fssaiForm,
  gstinForm,
  ifscForm,
  irnForm,
  panForm,
  phoneForm,
  quantityForm,
  stateCodeForm,
  stateForm,
  vehicleForm,
  yesNoForm,
} from './forms.ts'

/** What the values of a key look like; a key that is not here has a text. */
type KeyForm = {
  readonly form: Form
  /** Words before the value that may be skipped: "HDFC0001234" behind "Andheri &". */
  readonly skippedMax?: number
  /** Whether a value may go on in the row below. */
  readonly wraps?: boolean
}

const codes = `invoice_no po_no original_invoice_no delivery_note_no lr_no customer_id`
const dates = `invoice_date po_date due_date ack_date original_invoice_date statement_date statement_from
  statement_to`

const forms: ReadonlyMap<string, KeyForm> = new Map<string, KeyForm>([
  ...codes.split(/\s+/).map((key) => [key, { form: codeForm }] as const),
  ...dates.split(/\s+/).map((key) => [key, { form: dateForm, skippedMax: 1 }] as const),
  ['gstin', { form: gstinForm, skippedMax: 2 }],
  ['buyer_gstin', { form: gstinForm, skippedMax: 2 }],
  ['pan', { form: panForm, skippedMax: 1 }],
  ['ifsc', { form: ifscForm, skippedMax: 6 }],
  ['irn', { form: irnForm, wraps: true }],
  ['eway_bill_no', { form: ewayForm }],
  ['ack_no', { form: ackForm }],
  ['account_no', { form: accountForm, skippedMax: 3 }],
  ['micr', { form: micrForm }],
  ['currency', { form: currencyForm }],
  ['opening_balance', { form: amountForm }],
  ['closing_balance', { form: amountForm }],
  ['fssai_no', { form: fssaiForm }],
  ['vehicle_no', { form: vehicleForm }],
  ['email', { form: emailForm }],
  ['phone', { form: phoneForm }],
  ['reverse_charge', { form: yesNoForm }],
  ['total_qty', { form: quantityForm }],
  ['place_of_supply', { form: stateForm, wraps: true }],
  ['state', { form: stateForm }],
  ['state_code', { form: stateCodeForm }],
])

export function formOf(key: string): KeyForm | undefined {
  return forms.get(key)
}
