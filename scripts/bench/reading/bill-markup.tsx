import type { ReactNode } from 'react'
import type { Bill } from './compose/bill.ts'
import type { Printed } from './layouts/layout.ts'
import { linesOf, printed, printedRows, textAt, type Told, type Value } from './markup.tsx'
import { Address, placeOfSupply } from './parts.tsx'
import { bankEntries, Signature, Terms } from './small-print.tsx'
import {
  chargeEntries,
  InWords,
  InWordsOf,
  roundingEntries,
  sumEntries,
  taxEntries,
  TaxSummary,
  totalEntry,
} from './sums.tsx'

/* What the markup of bills may name: their fields, blocks, rows and conditions. */

/** A part of a bill as a component. */
export type Zone = (source: Printed) => ReactNode

export function zone(texts: TemplateStringsArray, ...values: readonly Value<Printed>[]): Zone {
  const lines = linesOf(texts)
  return ({ kit, bill }) => printed(lines, toldBy({ kit, bill }), { kit, bill }, values)
}

/** As `zone`, for a component that first computes something. */
export function markup(source: Printed) {
  return (texts: TemplateStringsArray, ...values: readonly Value<Printed>[]) =>
    zone(texts, ...values)(source)
}

/** Rows of a table of labels and values, for a component that needs them twice or before others. */
export function rows(source: Printed) {
  return (texts: TemplateStringsArray, ...values: readonly Value<Printed>[]) =>
    printedRows(linesOf(texts), toldBy(source), source, values)
}

function toldBy(source: Printed): Told {
  const { kit, bill } = source
  return {
    kit,
    record: bill,
    fields,
    ownField: (name) => (name === 'place_of_supply' ? placeOfSupply(kit, bill) : undefined),
    blocks: blocksOf(source),
    rows: rowsOf(source),
    holds: (condition) => holds(condition, source),
  }
}

/** Whether the seller is in the same state (`near`) or not (`far`), a chance comes true, an amount is not zero. */
export function holds(condition: string, { kit, bill }: Printed): boolean {
  if (condition === 'near' || condition === 'far') return bill.isNear === (condition === 'near')
  if (/^[\d.]+$/.test(condition)) return kit.random.chance(Number(condition))
  return textAt(bill, fields[condition] ?? condition) !== 0
}

/** Where a bill says what stands under a field's name. */
const fields: Record<string, string> = {
  vendor_name: 'seller.name',
  gstin: 'seller.gstin',
  phone: 'seller.phone',
  email: 'seller.email',
  pan: 'seller.pan',
  fssai_no: 'seller.fssai',
  drug_licence_no: 'seller.drugLicence',
  bank_name: 'seller.bank.name',
  account_no: 'seller.bank.account',
  ifsc: 'seller.bank.ifsc',
  buyer_name: 'buyer.name',
  buyer_gstin: 'buyer.gstin',
  consignee_name: 'buyer.name',
  invoice_no: 'number',
  invoice_date: 'date',
  due_date: 'dueDate',
  po_no: 'order.number',
  po_date: 'order.date',
  original_invoice_no: 'original.number',
  original_invoice_date: 'original.date',
  vehicle_no: 'transport.vehicle',
  transporter: 'transport.name',
  lr_no: 'transport.lr',
  eway_bill_no: 'transport.eway',
  delivery_note_no: 'transport.challan',
  total: 'total',
  taxable_value: 'taxable',
  subtotal: 'taxable',
  cgst: 'cgst',
  sgst: 'sgst',
  igst: 'igst',
  cess: 'cess',
  round_off: 'roundOff',
  freight: 'freight',
  discount: 'discount',
}

function blocksOf({ kit, bill }: Printed): Told['blocks'] {
  return {
    address: (who) => <Address party={partyOf(bill, who)} />,
    lines: (who) => partyOf(bill, who).address.map((line) => <div key={line}>{line}</div>),
    words: (label) => <InWords kit={kit} bill={bill} label={label} />,
    wordsOf: (currency) => <InWordsOf kit={kit} bill={bill} currency={currency} />,
    terms: () => <Terms kit={kit} />,
    signature: () => <Signature kit={kit} party={bill.seller} />,
    taxes: (by) => <TaxSummary kit={kit} bill={bill} by={by === 'hsn' ? 'hsn' : 'rate'} />,
  }
}

function rowsOf({ kit, bill }: Printed): Told['rows'] {
  return {
    bank: () => bankEntries(kit, bill),
    charges: () => chargeEntries(kit, bill),
    rounding: (label) => roundingEntries(kit, bill, label),
    sums: (words) => sumEntries(kit, bill, wordsOf(words)),
    total: (spellings) => [
      spellings === '' ? totalEntry(kit, bill) : totalEntry(kit, bill, spellings),
    ],
    taxes: (argument) => {
      const [, names = '', currency] = /^(.*?)(?: in (.*))?$/.exec(argument) ?? []
      const [cgst = '', sgst = '', igst = ''] = names.split(', ')
      return taxEntries(kit, bill, [cgst, sgst, igst], currency)
    },
  }
}

function partyOf({ seller, buyer }: Bill, who: string) {
  return who === 'buyer' ? buyer : seller
}

/** Spellings by name: `taxable: Net value; taxes: CGST,SGST,IGST`. */
function wordsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('; ')
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', ...spellings] = one.split(': ')
        return [name, spellings.join(': ')]
      }),
  )
}
