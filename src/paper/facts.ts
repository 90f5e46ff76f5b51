import { gstStates, stateCodeOf } from '../platform/gst/rates-and-states.ts'
import type { JsonObject } from '../platform/json/json.ts'
import type { Category } from './categories.ts'
import {
  type CheckedDocument,
  type Fields,
  isUnreadAt,
  numberAt,
  textAt,
} from './checks/document.ts'
import { type Figures, type LineFigures, isCharge, readFigures } from './checks/figures.ts'
import { isUnregistered, plainGstin, readDay, readGstin, readHsn, readSide } from './values.ts'
import { type BillKind, billKind } from './kind.ts'
import { documentOf, firstText } from './paper.ts'

/*
 * What a paper says, typed once: amounts in paise, days as yyyy-mm-dd. A fact is undefined when the paper does not print it, or when nobody
 * could read it. In the second case `unread` names it.
 */

/** Facts of every kind of paper. `unread` has paths such as `total` and `lines.3.quantity`. */
type Common = { readonly currency: string | undefined; readonly unread: readonly string[] }

type Party = { readonly name: string | undefined; readonly gstin: string | undefined }

/** `printedGstin`: in capitals without spaces, also with wrong characters. `state`: the code of the state, from the GSTIN where there is one. */
type Seller = Party & {
  readonly printedGstin: string | undefined
  readonly state: string | undefined
}

/** A line of a bill, a note or an order. Quantities and rates are decimals, as printed. */
export type Line = LineFigures & {
  readonly description: string | undefined
  readonly printedUnit: string | undefined
  /** The name in the organisation's product list. */
  readonly productName: string | undefined
  readonly hsn: string | undefined
}

/** The common facts of bills, notes and orders. */
export type Trade = Common &
  Omit<Figures, 'lines'> & {
    readonly number: string | undefined
    readonly day: string | undefined
    readonly dueDay: string | undefined
    /** The paper's own title. */
    readonly title: string | undefined
    readonly orderNumber: string | undefined
    readonly seller: Seller
    readonly buyer: Party
    /** The code of a state. */
    readonly placeOfSupply: string | undefined
    /** Whether the paper is a sale to a special economic zone. */
    readonly isToZone: boolean
    readonly lines: readonly Line[]
  }

export type Bill = Trade & { readonly kind: Exclude<BillKind, 'credit_note' | 'debit_note'> }

/** `original` is the bill that a note changes. Some sellers print the amounts of a credit note below zero. */
export type Note = Trade & {
  readonly kind: 'credit_note' | 'debit_note'
  readonly original: { readonly number: string | undefined; readonly day: string | undefined }
}

export type Order = Trade & { readonly kind: 'order' }

/** A row of a statement. `amount`: only where the row does not say whether money came in or went out. */
export type Row = {
  readonly day: string | undefined
  readonly valueDay: string | undefined
  readonly narration: string | undefined
  readonly reference: string | undefined
  readonly debit: number | undefined
  readonly credit: number | undefined
  readonly amount: number | undefined
  /** Below zero when the account is overdrawn. */
  readonly balance: number | undefined
  /** The name in the organisation's vendor list. */
  readonly vendorName: string | undefined
}

export type Statement = Common & {
  readonly kind: 'statement'
  readonly day: string | undefined
  readonly account: {
    readonly number: string | undefined
    readonly name: string | undefined
    readonly bank: string | undefined
    readonly ifsc: string | undefined
  }
  readonly period: { readonly from: string | undefined; readonly to: string | undefined }
  readonly opening: number | undefined
  readonly closing: number | undefined
  readonly rows: readonly Row[]
}

export type Facts = Bill | Note | Order | Statement

/** The facts of a document. */
export function factsOf(document: CheckedDocument): Facts {
  return document.category === 'bank_entry' ? statementFacts(document) : tradeFacts(document)
}

/** The facts of a document without its lines. Statements have thousands. */
export function headFacts(category: Category, head: JsonObject): Facts {
  return factsOf(documentOf({ invoice_metadata: head, line_items: [] }, category))
}

/** The facts of a bill, a note or an order. */
export function tradeFacts(document: CheckedDocument): Bill | Note | Order {
  return document.category === 'purchase_order' ? orderOf(document) : billFacts(document)
}

/** The paths of facts that are printed but cannot be read. */
class Unread {
  readonly paths: string[] = []

  /** Returns the value. Notes its path when there is a text but no value. */
  noted<Value>(path: string, text: string, value: Value | undefined): Value | undefined {
    if (value === undefined && text !== '') this.paths.push(path)
    return value
  }

  day(path: string, text: string): string | undefined {
    return this.noted(path, text, readDay(text))
  }

  gstin(path: string, text: string): string | undefined {
    return isUnregistered(text) ? undefined : this.noted(path, text, readGstin(text))
  }
}

/** The facts of a seller's paper. */
export function billFacts(document: CheckedDocument): Bill | Note {
  const { head } = document
  const unread = new Unread()
  const trade = tradeOf(document, unread, {
    number: textAt(head, 'invoice_no'),
    day: textAt(head, 'invoice_date'),
  })
  const kind = billKind(trade.title ?? '')
  if (kind === 'bill' || kind === 'other') return { ...trade, kind }
  const original = {
    number: optional(textAt(head, 'original_invoice_no')),
    day: unread.day('original_date', textAt(head, 'original_invoice_date')),
  }
  return { ...trade, kind, original }
}

function orderOf(document: CheckedDocument): Order {
  const { head } = document
  const trade = tradeOf(document, new Unread(), {
    number: firstText(head, 'po_no', 'invoice_no'),
    day: firstText(head, 'po_date', 'invoice_date'),
  })
  return { ...trade, kind: 'order' }
}

function tradeOf(
  document: CheckedDocument,
  unread: Unread,
  identity: { number: string; day: string },
): Trade {
  const { head } = document
  const figures = readFigures(document)
  noteNumbers(head, headNumbers, '', unread)
  const charges = Object.keys(head).filter((label) => label === 'freight' || isCharge(label))
  if (charges.some((label) => isUnreadAt(head, label))) unread.paths.push('charges')
  const printedGstin = plainGstin(textAt(head, 'gstin'))
  const gstin = unread.gstin('seller.gstin', printedGstin)
  return {
    ...figures,
    number: optional(identity.number),
    day: unread.day('date', identity.day),
    dueDay: unread.day('due_date', textAt(head, 'due_date')),
    title: optional(textAt(head, 'document_type')),
    orderNumber: document.category === 'purchase_order' ? undefined : textOf(head, 'po_no'),
    seller: {
      name: textOf(head, 'vendor_name', 'name'),
      gstin,
      printedGstin: optional(printedGstin),
      state: sellerState(head, gstin),
    },
    buyer: {
      name: textOf(head, 'buyer_name'),
      gstin: unread.gstin('buyer.gstin', textAt(head, 'buyer_gstin')),
    },
    placeOfSupply: unread.noted(
      'place_of_supply',
      textAt(head, 'place_of_supply'),
      stateOf(head, 'place_of_supply'),
    ),
    isToZone: economicZone.test(Object.values(head).join(' ')),
    currency: currencyAt(head, unread),
    lines: document.lines.map((line, at) =>
      lineOf(line, figures.lines[at], `lines.${at}.`, unread),
    ),
    unread: unread.paths,
  }
}

/** The numbers of a head and of a line that are facts, in the order of `unread`. */
const headNumbers =
  'taxable_value subtotal tax_amount round_off total discount discount_pct cgst sgst utgst igst cess'.split(
    ' ',
  )
const lineNumbers = 'qty rate rate_incl_tax taxable_value amount total discount discount_pct'.split(
  ' ',
)

/** Facts with another name than their key. */
const factNames = new Map([
  ['qty', 'quantity'],
  ['discount_pct', 'discount_percent'],
  ['utgst', 'sgst'],
])

function noteNumbers(fields: Fields, keys: readonly string[], path: string, unread: Unread): void {
  for (const key of keys) {
    const isCut = key === 'qty' && inThousandths(numberAt(fields, key) ?? 0) === undefined
    if (isCut || isUnreadAt(fields, key)) unread.paths.push(path + (factNames.get(key) ?? key))
  }
}

function lineOf(
  line: Fields,
  figures: LineFigures | undefined,
  path: string,
  unread: Unread,
): Line {
  if (figures === undefined) throw new Error(`There are no figures of ${path}`)
  noteNumbers(line, lineNumbers, path, unread)
  unread.noted(`${path}gst_rate`, textAt(line, 'gst_rate'), figures.gstPercent)
  const hsn = textAt(line, 'hsn')
  return {
    ...figures,
    description: textOf(line, 'description', 'product_name'),
    printedUnit: textOf(line, 'unit'),
    productName: textOf(line, 'product_name'),
    hsn: unread.noted(`${path}hsn`, hsn, readHsn(hsn)),
  }
}

/** A quantity with at most three decimals. Undefined for any other. */
export function inThousandths(quantity: number | undefined): number | undefined {
  if (quantity === undefined) return undefined
  const rounded = Math.round(quantity * 1000) / 1000
  return Math.abs(rounded - quantity) < 1e-9 ? rounded : undefined
}

/** The state of the GSTIN. Some GSTINs have codes of no state, or of one that is gone (28, 99): then the printed state comes first. */
function sellerState(head: Fields, gstin: string | undefined): string | undefined {
  const code = gstin?.slice(0, 2)
  if (gstStates.has(code ?? '')) return code
  return stateOf(head, 'seller_state') ?? stateOf(head, 'state') ?? code
}

function stateOf(head: Fields, key: string): string | undefined {
  return stateCodeOf(textAt(head, key))
}

const economicZone = /\bsez\b|special economic/i

/** Most papers name no currency and are in rupees. An amount with the sign of another currency cannot be read. */
function currencyAt(head: Fields, unread: Unread): string | undefined {
  // "Currency Conversion Rate" is no currency.
  const label = Object.keys(head).find((each) => /^currency(?: code)?$/i.test(each)) ?? ''
  const text = textAt(head, label).toUpperCase()
  if (text === '' || /^(?:₹|RS\.?|RUPEES?|INDIAN RUPEES?)$/.test(text)) return 'INR'
  return unread.noted('currency', text, /^[A-Z]{3}$/.test(text) ? text : undefined)
}

/** The facts of a bank statement. */
export function statementFacts({ head, lines }: CheckedDocument): Statement {
  const unread = new Unread()
  const balance = (key: string) => unread.noted(key, textAt(head, key), numberAt(head, key))
  return {
    kind: 'statement',
    day: unread.day('date', firstText(head, 'statement_date', 'date')),
    account: {
      number: textOf(head, 'account_no'),
      name: textOf(head, 'account_name', 'name'),
      bank: textOf(head, 'bank_name'),
      ifsc: textOf(head, 'ifsc'),
    },
    period: {
      from: unread.day('period.from', textAt(head, 'statement_from')),
      to: unread.day('period.to', textAt(head, 'statement_to')),
    },
    currency: currencyAt(head, unread),
    opening: balance('opening_balance'),
    closing: balance('closing_balance'),
    rows: lines.map((line, at) => rowOf(line, `rows.${at}.`, unread)),
    unread: unread.paths,
  }
}

function rowOf(line: Fields, path: string, unread: Unread): Row {
  const paise = (key: string) => unread.noted(path + key, textAt(line, key), numberAt(line, key))
  const moved = movedIn(line, paise)
  return {
    day: unread.day(`${path}date`, textAt(line, 'date')),
    valueDay: unread.day(`${path}value_date`, textAt(line, 'value_date')),
    narration: textOf(line, 'narration', 'description'),
    reference: textOf(line, 'reference'),
    ...moved,
    balance: paise('balance'),
    vendorName: textOf(line, 'vendor_name'),
  }
}

/** Money in and money out. A row with one column for both names the side beside the amount or in another column. */
function movedIn(
  line: Fields,
  paise: (key: string) => number | undefined,
): Pick<Row, 'debit' | 'credit' | 'amount'> {
  const [debit, credit] = [sizeOf(paise('debit')), sizeOf(paise('credit'))]
  const amount = paise('amount')
  if (debit !== undefined || credit !== undefined) {
    // Many banks print 0.00 in the column of the other side.
    const isOut = credit === 0 && debit !== undefined && debit !== 0
    const isIn = debit === 0 && credit !== undefined
    return {
      debit: isIn ? undefined : debit,
      credit: isOut ? undefined : credit,
      amount: undefined,
    }
  }
  const side = readSide(textAt(line, 'amount')) ?? readSide(textAt(line, 'dr_cr'))
  if (amount === undefined || side === undefined || (side === 'credit' && amount < 0)) {
    return { debit, credit, amount }
  }
  const size = Math.abs(amount)
  return side === 'debit'
    ? { debit: size, credit, amount: undefined }
    : { debit, credit: size, amount: undefined }
}

function sizeOf(paise: number | undefined): number | undefined {
  return paise === undefined ? undefined : Math.abs(paise)
}

/** The text of a key, or else of another. */
function textOf(fields: Fields, key: string, other = key): string | undefined {
  return optional(textAt(fields, key) || textAt(fields, other))
}

function optional(text: string): string | undefined {
  return text === '' ? undefined : text
}
