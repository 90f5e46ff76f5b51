import { namedValue, type ReadPage, type ReadValue } from '../page.ts'
import { isJsonObject, type JsonValue, parseOrNothing } from '../../platform/json/json.ts'
import { readDay, readGstin, readPaise } from '../../paper/values.ts'
import { type Places, textAt, valuesAt } from './tree.ts'
import { createHash } from 'node:crypto'

/* Reads two kinds of QR codes on bills: the signed code of an e-invoice, and a request for payment. */

type Code = ReadPage['codes'][number]

/**
 * `head` is by key. `itemCount` and `mainHsn` come from the code of an e-invoice. `irn` says whether the reference number fits the other
 * values. It is never "verified", because the signature is not checked.
 */
export type QrFields = {
  head: Record<string, ReadValue>
  type?: string
  itemCount?: number
  mainHsn?: string
  irn?: 'consistent' | 'inconsistent'
}

const eInvoicePlaces: Places = {
  gstin: 'SellerGstin',
  buyer_gstin: 'BuyerGstin',
  invoice_no: 'DocNo',
  invoice_date: 'DocDt',
  total: 'TotInvVal',
  irn: 'Irn',
}

/** The code names a buyer without registration like this. */
const unregistered = 'URP'

/** What the codes of a page say. The code of an e-invoice comes before a request for payment. */
export function readCodes(codes: readonly Code[], page: number): QrFields | undefined {
  const read = codes.flatMap((code) => readCode(code, page) ?? [])
  return read.find(({ irn }) => irn !== undefined) ?? read[0]
}

function readCode(code: Code, page: number): QrFields | undefined {
  return readEInvoiceCode(code, page) ?? readPayment(code, page)
}

function readEInvoiceCode({ text, box }: Code, page: number): QrFields | undefined {
  const data = signedData(text)
  if (!isJsonObject(data) || textAt(data, 'SellerGstin') === undefined) return undefined
  const head = valuesAt(data, eInvoicePlaces, 'qr')
  if (head['buyer_gstin']?.text === unregistered) delete head['buyer_gstin']
  const type = textAt(data, 'DocTyp')
  const expected = irnOf({
    gstin: head['gstin']?.text ?? '',
    number: head['invoice_no']?.text ?? '',
    type: type ?? '',
    date: head['invoice_date']?.text ?? '',
  })
  const itemCount = Number(textAt(data, 'ItemCnt'))
  const mainHsn = textAt(data, 'MainHsnCode')
  return {
    head: placed(head, page, box),
    irn: expected === head['irn']?.text.toLowerCase() ? 'consistent' : 'inconsistent',
    ...(type !== undefined && { type }),
    ...(itemCount > 0 && { itemCount }),
    ...(mainHsn !== undefined && { mainHsn }),
  }
}

/**
 * `upi://pay?…`: who is paid, and sometimes how much, for which bill. On a bill to a consumer it also carries the
 * seller's GSTIN, the bill's number and its taxes (source: NPCI's UPI linking specification, notification 14/2020).
 */
function readPayment({ text, box }: Code, page: number): QrFields | undefined {
  if (!/^upi:\/\/pay\?/i.test(text)) return undefined
  const asked = new URLSearchParams(text.slice(text.indexOf('?') + 1))
  const said: Record<string, string | null | undefined> = {
    upi_id: asked.get('pa'),
    total: amountOf(asked.get('am')),
    gstin: readGstin(asked.get('gstIn') ?? asked.get('gstin') ?? ''),
    invoice_no: asked.get('invoiceNo'),
    invoice_date: asked.get('invoiceDate')?.slice(0, 10),
  }
  const head: Record<string, ReadValue> = {}
  for (const [key, value] of Object.entries(said)) {
    if (value) head[key] = namedValue(value, 'qr')
  }
  return Object.keys(head).length === 0 ? undefined : { head: placed(head, page, box) }
}

/** Printed codes say 0 if the customer enters the amount. */
function amountOf(text: string | null): string | undefined {
  const paise = text === null ? undefined : readPaise(text)
  return paise !== undefined && paise > 0 && text !== null ? text : undefined
}

function placed(
  head: Record<string, ReadValue>,
  page: number,
  box: Code['box'],
): Record<string, ReadValue> {
  return Object.fromEntries(
    Object.entries(head).map(([key, value]) => [key, { ...value, page, box }]),
  )
}

/** The values that make an e-invoice's number. `date` may have any printed form. */
type EInvoice = { gstin: string; number: string; type: string; date: string }

/**
 * The Invoice Reference Number that belongs to a document: the SHA-256, in hex, of the seller's GSTIN, the financial year ("2026-27"), the
 * type and the number (source: the invoice registration portal). Undefined if the date cannot be read. The number does not cover the
 * amount, and a matching number proves no signature.
 */
export function irnOf({ gstin, number, type, date }: EInvoice): string | undefined {
  const day = readDay(date)
  if (day === undefined) return undefined
  const said = `${gstin}${financialYear(day)}${type}${number}`
  return createHash('sha256').update(said.toUpperCase()).digest('hex')
}

/** "2026-27" for a day from 1 April 2026 to 31 March 2027. */
export function financialYear(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}

/** In characters. A signed e-invoice of a thousand lines has half as many. */
const tokenCharactersMax = 2_000_000

/**
 * The content of a signed e-invoice or of its QR code: a JSON Web Token whose `data` is JSON inside JSON. The signature is not checked,
 * because the portal's keys are not here. Undefined for any other text.
 */
export function signedData(token: string): JsonValue | undefined {
  if (token.length > tokenCharactersMax) return undefined
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token.trim())?.[1]
  if (payload === undefined) return undefined
  const claims = parseOrNothing(Buffer.from(payload, 'base64url').toString('utf8'))
  const data = isJsonObject(claims) ? claims['data'] : undefined
  return typeof data === 'string' ? parseOrNothing(data) : data
}
