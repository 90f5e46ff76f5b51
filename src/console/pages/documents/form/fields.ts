import { fieldOf, type Kind, nameOfField } from '../../../../paper/fields.ts'
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
  return inputs[fieldOf(key)?.kind ?? 'text'] ?? 'text'
}

const inputs: { readonly [kind in Kind]?: InputKind } = {
  money: 'amount',
  tax: 'amount',
  rate: 'amount',
  balance: 'amount',
  // It may be a percentage.
  discount: 'short',
  percent: 'percent',
  slab: 'percent',
  'half slab': 'percent',
  'cess rate': 'percent',
  day: 'date',
  month: 'date',
  quantity: 'quantity',
  quantities: 'quantity',
  gstin: 'gstin',
  hsn: 'code',
  serial: 'code',
  unit: 'short',
}
