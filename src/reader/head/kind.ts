import type { Category } from '../../paper/categories.ts'
import { foldLabel } from '../../paper/rules/labels.ts'
import { findLabels } from './find-labels.ts'
import { tableRows } from './table-region.ts'
import type { ReadDocument } from '../page.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'

/* Finds the kind of a paper by its title, else by the columns of its table. */

type Kind = ReadDocument['kind']

/** The title of a page: the kind of paper that it names, and its place. */
export type Title = { readonly kind: Kind; readonly phrase: Phrase; readonly row: number }

const titles: readonly (readonly [Kind, RegExp])[] = [
  [
    'other',
    /^(?:delivery (?:challan|note|order)|challan|quotation|estimate|pro ?forma(?: invoice)?|sales order|packing (?:list|slip)|goods receipt(?: note)?|e ?way bill|payment (?:receipt|voucher|advice)|receipt voucher|money receipt|gate pass|job work challan|(?:rate|price) quotation|price list|quote|goods received note|grn|lorry receipt|stock transfer(?: note)?|advance receipt|order (?:confirmation|acknowledge?ment)|enquiry)$/,
  ],
  [
    'credit note',
    /^(?:(?:gst|tax|goods|sales?|returns?|breakage|expiry|damage|rate|price|difference|purchase) )*(?:credit note|sales return|credit memo|cr note)(?: note| voucher|(?: (?:(?:for|sales|goods) )*(?:returns?|rate|price|discount|damage|scheme|difference)\b.*))?$|^जमा पत्र$/,
  ],
  [
    'debit note',
    /^(?:gst |tax )?(?:debit note|purchase return|dr note)(?: voucher|(?: (?:for )?(?:rate|price|difference|freight|interest)\b.*))?$|^नामे पत्र$/,
  ],
  [
    'purchase order',
    /^(?:(?:local|standard|regular|blanket|revised|amended|import|domestic) )*(?:purchase order|po|p o|supply order|work order|purchase indent|(?:service|release|contract) order)(?: (?:form|voucher|local|import|amendment|amended|revised|regular|standard|domestic))*$|^क्रय आदेश$|^खरीद आदेश$/,
  ],
  [
    'bank statement',
    /^(?:(?:bank |account |detailed |your )?statement(?: of (?:account|transactions?|your account).*)?|account (?:statement|summary)|transaction (?:details|history|statement)|statement of .* account.*|e ?statement)$|^खाता विवरण$/,
  ],
  [
    'invoice',
    /^(?:(?:gst |retail |sales?s? |proper |service )?(?:tax )?(?:invoice|bill|memo)(?: cum .*)?|(?:gst )?bill of supply|cash (?:memo|bill)|credit (?:memo|bill|invoice)|tax invoice .*|invoice cum .*|retail invoice.*|(?:cash|credit) (?:tax )?invoice|bill (?:cash|credit))$|^(?:कर |टैक्स )?(?:बीजक|इनवॉइस|चालान|बिल)(?: .*)?$/,
  ],
]

/** Words beside a title that name the copy. */
const copyMark =
  /\b(?:original|duplicate|triplicate|quadruplicate|extra copy|office copy|for (?:the )?(?:recipient|buyer|transporter|supplier|seller)|recipient|transporter|copy|e invoice|page \d+(?: of \d+)?|issued under.*|under (?:section|rule).*|see rule.*|composition.*|cash|credit|continued|contd)\b.*$/

/** The titles of a page above its table, the plainest first: larger type, then higher up. */
export function titlesOf(rows: readonly Row[]): Title[] {
  const [table = rows.length] = [...tableRows(rows, 0, 'vendor_invoice', undefined)]
  const statement = rows.findIndex(isStatementHeading)
  const above = rows.slice(0, statement === -1 ? table : Math.min(statement, table))
  return allTitles(above).toSorted((a, b) => heightOf(b) - heightOf(a) || a.row - b.row)
}

/** All titles of a page, from top to bottom. A page may hold several bills. */
export function allTitles(rows: readonly Row[]): Title[] {
  return rows.flatMap((row, index) =>
    phrasesOf(row, 1.4).flatMap((phrase) => titleOf(phrase, index)),
  )
}

/** Rounded, so that type of about the same height counts as the same. */
function heightOf({ phrase: { top, bottom } }: Title): number {
  return Math.round((bottom - top) / 2)
}

function titleOf(phrase: Phrase, row: number): Title[] {
  const text = foldLabel(phrase.text.replaceAll(/[*|~_=–—/]+/g, ' '))
  if (text.length > titleCharactersMax) return []
  const bare = foldLabel(phrase.text.replaceAll(/\([^)]*\)/g, ' '))
  // A bill prints the number of its e-way bill.
  const isWayBill = /way ?bill/i.test(phrase.text)
  const numbered = isWayBill ? text : foldLabel(phrase.text.replace(numberBehind, ''))
  const spaced = text.replace(runTogether, '$1 ')
  const kinds = [text, text.replace(copyMark, '').trim(), bare, numbered, spaced].flatMap((title) =>
    titles.flatMap(([kind, form]) => (form.test(title) ? [kind] : [])),
  )
  const [kind] = kinds
  // A text that ends in a colon is a label, not a title.
  return kind === undefined || /:\s*$/.test(phrase.text) ? [] : [{ kind, phrase, row }]
}

/** "PURCHASE ORDER # PO-118", "Tax Invoice No. 118" */
const numberBehind = /\s+(?:(?:no|number)\b\.?|#)?\s*:?\s*#?\s*\S*\d\S*$/i

/** "TAXINVOICE": nothing parts the words of wide type. */
const runTogether = /^(tax|gst|credit|debit|purchase|cash|retail)(?=note|invoice|order|memo|bill)/

const titleCharactersMax = 70

/** A statement without a title has columns for money out, money in and the balance. */
export function isStatementHeading(row: Row, index: number, rows: readonly Row[]): boolean {
  // Headings often take two rows.
  const pieces = [row, rows[index + 1]].flatMap((one) => one?.pieces ?? [])
  const text = pieces.map(({ word }) => word.text).join(' ')
  const hasSides = /withdraw|debit/i.test(text) && /deposit|credit/i.test(text)
  return (
    /balance/i.test(text) &&
    (hasSides || /dr\s*\/?\s*cr|amount/i.test(text)) &&
    /date|particulars|narration/i.test(text)
  )
}

/** An order without a title has the labels of an order number and date, and none of a bill. */
export function isOrder(rows: readonly Row[]): boolean {
  const spots = findLabels(rows, 'vendor_invoice', false)
  const has = (key: string, label = /./) =>
    spots.some(({ keys, text }) => keys.includes(key) && label.test(text))
  const isNumbered = has('po_no') && has('po_date')
  const isBill =
    has('invoice_no', /inv|bill|memo|voucher|receipt/i) || has('invoice_date', /inv|bill/i)
  const isValued = rows.some(({ pieces }) =>
    /\border (?:value|total|amount)\b/i.test(textOf(pieces)),
  )
  return isNumbered && !isBill && (isValued || has('vendor_name', /^(?:vendor|supplier)/i))
}

/** The category of a paper that is no bank statement. */
export function categoryOf(kind: Kind): Category {
  return kind === 'purchase order' ? 'purchase_order' : 'vendor_invoice'
}
