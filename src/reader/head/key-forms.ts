import { fieldOf, type Kind } from '../../paper/fields.ts'
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

/** The form of a key's values. A key that is not in `forms` has a text. */
type KeyForm = {
  readonly form: Form
  /** At most this many words before the value may be skipped: "HDFC0001234" behind "Andheri &". */
  readonly skippedMax?: number
  /** Whether a value may go on in the row below. */
  readonly wraps?: boolean
}

const forms: { readonly [kind in Kind]?: KeyForm } = {
  code: { form: codeForm },
  day: { form: dateForm, skippedMax: 1 },
  gstin: { form: gstinForm, skippedMax: 2 },
  pan: { form: panForm, skippedMax: 1 },
  ifsc: { form: ifscForm, skippedMax: 6 },
  irn: { form: irnForm, wraps: true },
  'e-way bill': { form: ewayForm },
  acknowledgement: { form: ackForm },
  account: { form: accountForm, skippedMax: 3 },
  micr: { form: micrForm },
  currency: { form: currencyForm },
  balance: { form: amountForm },
  fssai: { form: fssaiForm },
  vehicle: { form: vehicleForm },
  email: { form: emailForm },
  phone: { form: phoneForm },
  'yes or no': { form: yesNoForm },
  quantities: { form: quantityForm },
  'place of supply': { form: stateForm, wraps: true },
  state: { form: stateForm },
  'state code': { form: stateCodeForm },
}

export function formOf(key: string): KeyForm | undefined {
  return forms[fieldOf(key)?.kind ?? 'text']
}
