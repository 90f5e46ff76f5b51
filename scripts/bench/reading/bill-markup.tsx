import type { ReactNode } from 'react'
import type { Bill, BillLine } from './compose/bill.ts'
import type { Kit } from './kit.ts'
import type { Printed } from './layouts/layout.ts'
import { UsualFoot } from './layouts/usual.tsx'
import { LineFacts } from './lines-table.tsx'
import { linesOf, printed, printedRows, type Told, type Value } from './markup.tsx'
import { Also, C, H } from './marks.tsx'
import {
  Address,
  amountField,
  bracketed,
  brackets,
  Buyer,
  placeOfSupply,
  Seller,
} from './parts.tsx'
import { bankEntries, Logo, Signature, Terms } from './small-print.tsx'
import {
  chargeEntries,
  InWords,
  InWordsOf,
  roundingEntries,
  sumEntries,
  taxEntries,
  taxRows,
  TaxSummary,
  totalEntry,
} from './sums.tsx'
import { textAt } from './text-at.ts'
import { chargeMark } from './truth.ts'

/* What the markup of bills may name: their fields, blocks, rows and conditions. */

/** A part of a bill as a component. */
export type Zone = (source: Printed) => ReactNode

export function zone(texts: TemplateStringsArray, ...values: readonly Value<Printed>[]): Zone {
  const lines = linesOf(texts, values)
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
    printedRows(linesOf(texts, values), toldBy(source), source, values)
}

/** What a bill is printed from; `drawn` is what was chosen for all of its parts. */
export function toldBy(source: Printed, drawn: Told['drawn'] = new Map()): Told {
  const { kit, bill } = source
  return {
    kit,
    record: { ...bill, ...sumsOf(bill) },
    fields,
    ownField: (name, how) => billField(source, name, how),
    blocks: blocksOf(source),
    rows: rowsOf(source),
    lists: {
      lines: () => bill.lines.map((line, index) => lineTold(source, line, index, drawn)),
      rates: () => rateRows(bill).map((row) => ({ ...toldBy(source, drawn), record: row })),
      charges: () => bill.charges.map((charge) => chargeTold(source, charge)),
    },
    holds: (condition) => holds(condition, source),
    drawn,
  }
}

/** What a bill's lines come to, its taxes together, and its total before it was rounded. */
function sumsOf({ lines, cgst, sgst, igst, total, roundOff }: Bill) {
  const quantity = lines.reduce((sum, { qty }) => sum + qty, 0)
  return {
    goods: lines.reduce((sum, { taxable }) => sum + taxable, 0),
    lineTax: lines.reduce((sum, line) => sum + line.cgst + line.sgst + line.igst, 0),
    lineTotal: lines.reduce((sum, line) => sum + line.total, 0),
    quantity: Math.round(quantity * 1000) / 1000,
    tax: cgst + sgst + igst,
    unrounded: total - roundOff,
  }
}

function billField({ kit, bill }: Printed, name: string, how?: string): ReactNode {
  const { quantity } = sumsOf(bill)
  switch (name) {
    case 'place_of_supply':
      return placeOfSupply(kit, bill, how)
    case 'amount_in_words':
      return <H k={name}>{kit.words(bill.total)}</H>
    case 'total_qty':
      return (
        <H k={name} v={quantity}>
          {String(quantity)}
        </H>
      )
    default:
      return undefined
  }
}

/** The taxes by rate, each with the number of its row and half of its rate. */
function rateRows(bill: Bill) {
  return taxRows(bill, 'rate').map((row, at) => ({
    ...row,
    half: row.rate / 2,
    tax: row.cgst + row.sgst + row.igst,
    number: at + 1,
    letter: letterOf(bill, row.rate),
  }))
}

/** A letter for each rate of tax, from the lowest. */
function letterOf({ lines }: Bill, rate: number): string {
  const rates = [...new Set(lines.map(({ item }) => item.gst))].toSorted((a, b) => a - b)
  return 'ABCDEF'[rates.indexOf(rate)] ?? ''
}

function chargeTold(source: Printed, charge: Bill['charges'][number]): Told {
  const own = amountField(source.kit, `${chargeMark}${charge.name}`, charge.paise)
  return {
    ...toldBy(source),
    record: charge,
    ownField: (name) => (name === 'charge' ? own : undefined),
  }
}

/** What a line of a bill is printed from: its cells, and what it says beside them. */
export function lineTold(
  source: Printed,
  line: BillLine,
  index: number,
  drawn: Told['drawn'],
): Told {
  const { cgst, sgst, igst, item } = line
  const record = {
    ...line,
    bill: source.bill,
    number: index + 1,
    reference: String(index + 1),
    tax: cgst + sgst + igst,
    half: item.gst / 2,
    letter: letterOf(source.bill, item.gst),
  }
  return {
    ...toldBy(source, drawn),
    record,
    fields: {},
    ownField: (name, how) => cellOf(source.kit, record, name, how),
    blocks: {
      line: () => <LineFacts line={line} />,
      also: (text) => <Also of="line" fields={alsoOf(record, text)} />,
    },
    holds: (condition) =>
      condition === 'near' || condition === 'far'
        ? holds(condition, source)
        : textAt(record, condition) !== 0,
  }
}

type Cell = { at: string; as: 'text' | 'amount' | 'quantity' | 'percent' | 'count' | 'month' }

/** Where a line says what stands in a cell, and how it is written. */
const cells: Record<string, Cell> = {
  description: { at: 'item.name', as: 'text' },
  hsn: { at: 'item.hsn', as: 'text' },
  unit: { at: 'item.unit', as: 'text' },
  item_code: { at: 'code', as: 'text' },
  sku: { at: 'code', as: 'text' },
  batch_no: { at: 'batch', as: 'text' },
  expiry_date: { at: 'expiry', as: 'month' },
  qty: { at: 'qty', as: 'quantity' },
  free_qty: { at: 'free', as: 'count' },
  rate: { at: 'rate', as: 'amount' },
  mrp: { at: 'mrp', as: 'amount' },
  amount: { at: 'taxable', as: 'amount' },
  tax_amount: { at: 'tax', as: 'amount' },
  cgst: { at: 'cgst', as: 'amount' },
  sgst: { at: 'sgst', as: 'amount' },
  igst: { at: 'igst', as: 'amount' },
  gst_rate: { at: 'item.gst', as: 'percent' },
  cgst_rate: { at: 'half', as: 'percent' },
  sgst_rate: { at: 'half', as: 'percent' },
  igst_rate: { at: 'item.gst', as: 'percent' },
}

/** `how` is the sign before an amount, `%` behind a percentage, or the number of decimals. */
function cellOf(kit: Kit, line: BillLine, key: string, how = ''): ReactNode {
  const { expiry } = line
  const cell = cells[key]
  if (key === 'mfg_date') return <C k={key}>{kit.month({ ...expiry, year: expiry.year - 2 })}</C>
  if (cell === undefined) return undefined
  if (cell.as === 'month') return <C k={key}>{kit.month(expiry)}</C>
  const value = textAt(line, cell.at)
  if (typeof value === 'string') {
    return <C k={key}>{how === 'capitals' ? value.toUpperCase() : value}</C>
  }
  if (how === brackets) return <C k={key} {...bracketed(kit, value)} />
  if (cell.as === 'amount') return <C k={key} v={value / 100}>{`${how}${kit.money(value)}`}</C>
  return (
    <C k={key} v={value}>
      {writtenNumber(kit, value, cell.as, how)}
    </C>
  )
}

function writtenNumber(kit: Kit, value: number, as: Cell['as'], how: string): string {
  if (as === 'count' && value === 0) return ''
  const [, decimals, behind = ''] = /^\.?(\d)(.*)$/.exec(how) ?? []
  if (decimals !== undefined) return `${value.toFixed(Number(decimals))}${behind}`
  if (how.startsWith('@')) return `@${value}${how.slice(1)}`
  if (how !== '') return `${value}${how === 'digits' ? '' : how}`
  if (as === 'quantity') return kit.quantity(value)
  return as === 'percent' ? kit.percent(value) : String(value)
}

/** Values that are right as well: `po_no=order.number; subtotal=taxable/100; currency: INR`. */
function alsoOf(record: object, text: string): Record<string, string | number> {
  return Object.fromEntries(
    text.split('; ').map((one) => {
      const [, name = '', sign, value = ''] = /^(\w+)(=|: )(.*)$/.exec(one) ?? []
      if (sign === ': ') return [name, value]
      const [path = '', divisor = '1'] = value.split('/')
      const found = textAt(record, path)
      return [name, typeof found === 'number' ? found / Number(divisor) : found]
    }),
  )
}

/** Whether the seller is in the same state (`near`) or not (`far`), a chance comes true, an amount is not zero. */
function holds(condition: string, { kit, bill }: Printed): boolean {
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
    words: (label, write) => <InWords kit={kit} bill={bill} label={textOf(write(label))} />,
    wordsOf: (currency) => <InWordsOf kit={kit} bill={bill} currency={currency} />,
    terms: () => <Terms kit={kit} />,
    signature: () => <Signature kit={kit} party={bill.seller} />,
    taxes: (by) => <TaxSummary kit={kit} bill={bill} by={by === 'hsn' ? 'hsn' : 'rate'} />,
    also: (text, write) => (
      <Also of="head" fields={alsoOf({ ...bill, ...sumsOf(bill) }, textOf(write(text)))} />
    ),
    logo: () => <Logo kit={kit} party={bill.seller} />,
    seller: (gstin, write) => <Seller kit={kit} party={bill.seller} gstin={textOf(write(gstin))} />,
    buyer: (argument, write) => {
      const [label = '', gstin = '', state] = argument.split('; ')
      const said = write(label)
      return (
        <Buyer
          party={bill.buyer}
          label={said}
          gstin={textOf(write(gstin))}
          state={state === 'state'}
        />
      )
    },
    foot: (words) => {
      const { total, summary, bank, signed, ...others } = wordsOf(words)
      const seller = signed === 'buyer' ? bill.buyer : bill.seller
      return (
        <UsualFoot
          {...{ kit, words: others, total }}
          bill={{ ...bill, seller }}
          summary={summary === 'hsn' || summary === 'rate' ? summary : undefined}
          hasBank={bank !== 'none'}
        />
      )
    },
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

function textOf(written: ReactNode): string {
  return typeof written === 'string' ? written : ''
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
