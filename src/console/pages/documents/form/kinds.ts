import type { DocumentCategory } from '../../../words.ts'
import { t } from '../../../language/language.ts'
import { fieldOf, type Kind as FieldKind, nameOfField } from '../../../../paper/fields.ts'

/** A kind of paper with its own form. */
export type KindName = 'invoice' | 'credit note' | 'debit note' | 'purchase order' | 'statement'

/** The form of one kind of paper, by canonical keys. `labels` are the names that differ on this paper. */
export type Kind = {
  name: KindName
  title: string
  category: DocumentCategory
  /** The paper's `document_type`. Null if it needs none. */
  documentType: string | null
  /** Fields of nearly every such paper. Enter goes through them. */
  head: readonly string[]
  /** Fields of many such papers. Tab reaches them. */
  more: readonly string[]
  /** Fields of few such papers. They are shown if filled, or on demand. */
  seldom: readonly string[]
  /** The columns of its lines. */
  columns: readonly string[]
  /** The fields below the lines, computed until somebody types. */
  foot: readonly string[]
  labels: Readonly<Record<string, string>>
}

const seller = ['vendor_name', 'gstin']
const goods = ['description', 'hsn', 'qty', 'unit', 'rate', 'discount', 'gst_rate', 'amount']
const taxes = ['taxable_value', 'cgst', 'sgst', 'igst', 'cess', 'freight', 'round_off']
const note = {
  head: [...seller, 'invoice_no', 'invoice_date', 'original_invoice_no', 'total'],
  more: ['state', 'place_of_supply', 'original_invoice_date'],
  seldom: ['reverse_charge', 'buyer_gstin'],
  columns: goods,
  foot: taxes,
}

export const kinds: readonly Kind[] = [
  {
    name: 'invoice',
    title: t('Tax invoice'),
    category: 'vendor_invoice',
    documentType: null,
    head: [...seller, 'invoice_no', 'invoice_date', 'total'],
    more: ['state', 'place_of_supply', 'payment_terms', 'due_date'],
    seldom: ['po_no', 'reverse_charge', 'buyer_gstin', 'eway_bill_no', 'irn'],
    columns: goods,
    foot: taxes,
    labels: {},
  },
  {
    name: 'credit note',
    title: t('Credit note'),
    category: 'vendor_invoice',
    documentType: 'Credit note',
    ...note,
    labels: { invoice_no: t('Credit note number'), invoice_date: t('Credit note date') },
  },
  {
    name: 'debit note',
    title: t('Debit note'),
    category: 'vendor_invoice',
    documentType: 'Debit note',
    ...note,
    labels: { invoice_no: t('Debit note number'), invoice_date: t('Debit note date') },
  },
  {
    name: 'purchase order',
    title: t('Purchase order'),
    category: 'purchase_order',
    documentType: null,
    head: [...seller, 'po_no', 'po_date', 'total'],
    more: ['state', 'place_of_supply', 'payment_terms', 'consignee_name'],
    seldom: ['buyer_gstin'],
    columns: goods,
    foot: taxes,
    labels: {},
  },
  {
    name: 'statement',
    title: t('Bank statement'),
    category: 'bank_entry',
    documentType: null,
    head: [
      'bank_name',
      'account_no',
      'statement_from',
      'statement_to',
      'opening_balance',
      'closing_balance',
    ],
    more: ['account_name', 'ifsc', 'branch'],
    seldom: ['statement_date', 'currency'],
    columns: ['date', 'narration', 'reference', 'debit', 'credit', 'balance'],
    foot: [],
    labels: {},
  },
]

/** The kind of paper, by category and document type. */
export function kindOf(category: DocumentCategory, documentType: string): Kind {
  const said = documentType
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
  const ofCategory = kinds.filter((kind) => kind.category === category)
  const found = ofCategory.find((kind) => said.includes(kind.name)) ?? ofCategory[0]
  if (found === undefined) throw new Error(`No form for ${category}.`)
  return found
}

export function kindNamed(name: KindName): Kind {
  const found = kinds.find((kind) => kind.name === name)
  if (found === undefined) throw new Error(`No form is called ${name}.`)
  return found
}

/** The kind of a field: it decides the phone's keyboard and the alignment. */
export type InputKind =
  'text' | 'short' | 'date' | 'amount' | 'quantity' | 'percent' | 'code' | 'gstin'

/** Whether the forms have a field for a canonical key. */
export function isField(place: 'head' | 'line', key: string): boolean {
  return nameOfField(place, key) !== undefined
}

/** The name of a canonical key for people, also of a repeated key ("invoice_date (2)"). Unknown keys keep their name. */
export function labelOf(place: 'head' | 'line', key: string): string {
  const [, base = key, again = ''] = /^(.*)( \(\d+\))$/.exec(key) ?? []
  const name = nameOfField(place, base)
  return name === undefined ? key : `${t(name, { context: 'field' })}${again}`
}

/** The kind of a canonical key or of an added column. */
export function inputOf(key: string): InputKind {
  return inputs[fieldOf(key)?.kind ?? 'text'] ?? 'text'
}

const inputs: { readonly [kind in FieldKind]?: InputKind } = {
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
