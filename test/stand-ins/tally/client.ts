import {
  openFakeTally,
  type FakeTally,
  type FakeTallyOptions,
} from '../../../src/stand-ins/tally/fake-tally.ts'
import { parseXml, textAt, type Element } from '../../../src/stand-ins/tally/xml.ts'

/* A client that sends as Tally wants it: UTF-16LE with a byte order mark, and a header that says so. */

export const company = 'Kulkarni General Stores'

/** One that ends with its scope. */
export async function fakeTally(options?: FakeTallyOptions): Promise<FakeTally & Disposable> {
  const tally = await openFakeTally(options)
  return Object.assign(tally, { [Symbol.dispose]: () => tally.close() })
}

export async function post(tally: { url: string }, text: string): Promise<Buffer> {
  const answer = await fetch(tally.url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-16' },
    body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  })
  return Buffer.from(await answer.arrayBuffer())
}

export async function told(tally: { url: string }, text: string): Promise<string> {
  return (await post(tally, text)).toString('utf16le')
}

/** An answer without its illegal characters, as elements. */
export async function asked(tally: { url: string }, text: string): Promise<Element> {
  const legal = (await told(tally, text)).replaceAll('&#4;', '').replaceAll('\u0003', '/')
  const root = parseXml(legal)
  if (root === undefined) throw new Error(`Not XML: ${legal}`)
  return root
}

type Envelope = { report?: string; into?: string }

export function importOf(
  content: string,
  { report = 'Vouchers', into = company }: Envelope = {},
): string {
  const variables = into === '' ? '' : `<SVCURRENTCOMPANY>${escape(into)}</SVCURRENTCOMPANY>`
  return `<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>${report}</REPORTNAME><STATICVARIABLES>${variables}</STATICVARIABLES></REQUESTDESC><REQUESTDATA><TALLYMESSAGE xmlns:UDF="TallyUDF">${content}</TALLYMESSAGE></REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>`
}

/** The counters of an import, and its line. */
export async function imported(
  tally: FakeTally,
  content: string,
  envelope?: Envelope,
): Promise<Record<string, string>> {
  const root = await asked(tally, importOf(content, envelope))
  return Object.fromEntries(root.children.map(({ name, text }) => [name, text]))
}

type Entry = { ledger: string; amount: string; list?: string; inner?: string }

export type Sent = {
  key?: string
  type?: string
  action?: string
  date?: string
  head?: string
  entries?: Entry[]
  more?: string
}

/** A payment of 100.00 from the bank unless said otherwise. */
export function voucher({
  key,
  type = 'Payment',
  action = 'Create',
  date = '20261102',
  head = '<NARRATION>Paid [DB:k1]</NARRATION>',
  entries = [
    { ledger: 'Om Sai Wholesale', amount: '-100.00' },
    { ledger: 'HDFC Bank Current A/c', amount: '100.00' },
  ],
  more = '',
}: Sent = {}): string {
  const remoteId = key === undefined ? '' : ` REMOTEID="${key}"`
  return `<VOUCHER${remoteId} VCHTYPE="${type}" ACTION="${action}" OBJVIEW="Accounting Voucher View"><DATE>${date}</DATE><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME>${head}${entries.map(entryXml).join('')}${more}</VOUCHER>`
}

function entryXml({ ledger, amount, list = 'ALLLEDGERENTRIES.LIST', inner = '' }: Entry): string {
  const isDebit = amount.startsWith('-') ? 'Yes' : 'No'
  return `<${list}><LEDGERNAME>${escape(ledger)}</LEDGERNAME><ISDEEMEDPOSITIVE>${isDebit}</ISDEEMEDPOSITIVE><AMOUNT>${amount}</AMOUNT>${inner}</${list}>`
}

type Goods = { item?: string; unit?: string; godown?: string; list?: string; key?: string }

/** A purchase of ten pouches for 1,000.00 and 5 per cent GST, as an invoice with items. */
export function itemInvoice({
  item = 'Sunflower Oil 1 L',
  unit = 'Pouch',
  godown = '<GODOWNNAME>Main Location</GODOWNNAME>',
  list = 'LEDGERENTRIES.LIST',
  key = 'db1-items',
}: Goods = {}): string {
  return voucher({
    key,
    type: 'Purchase',
    head: '<ISINVOICE>Yes</ISINVOICE><VCHENTRYMODE>Item Invoice</VCHENTRYMODE><REFERENCE>OSW/118</REFERENCE><PARTYLEDGERNAME>Om Sai Wholesale</PARTYLEDGERNAME><NARRATION>Bill OSW/118 [DB:items]</NARRATION>',
    entries: [
      { ledger: 'Om Sai Wholesale', amount: '1050.00', list },
      { ledger: 'Input CGST', amount: '-25.00', list },
      { ledger: 'Input SGST', amount: '-25.00', list },
    ],
    more: `<ALLINVENTORYENTRIES.LIST><STOCKITEMNAME>${item}</STOCKITEMNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><RATE>100.00/${unit}</RATE><AMOUNT>-1000.00</AMOUNT><ACTUALQTY> 10 ${unit}</ACTUALQTY><BILLEDQTY> 10 ${unit}</BILLEDQTY><BATCHALLOCATIONS.LIST>${godown}<BATCHNAME>Primary Batch</BATCHNAME><AMOUNT>-1000.00</AMOUNT></BATCHALLOCATIONS.LIST><ACCOUNTINGALLOCATIONS.LIST><LEDGERNAME>Purchase 5%</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-1000.00</AMOUNT></ACCOUNTINGALLOCATIONS.LIST></ALLINVENTORYENTRIES.LIST>`,
  })
}

export type Question = {
  type: string
  fetch: string
  filters?: readonly string[]
  compute?: string
  of?: string
  from?: string
  to?: string
}

export function collectionOf({
  type,
  fetch: fields,
  filters = [],
  compute,
  of = company,
  from = '20260401',
  to = '20270331',
}: Question): string {
  const names = filters.map((_filter, index) => `F${index}`)
  const formulae = filters.map(
    (filter, index) => `<SYSTEM TYPE="Formulae" NAME="F${index}">${escape(filter)}</SYSTEM>`,
  )
  const asks = filters.length === 0 ? '' : `<FILTERS>${names.join(',')}</FILTERS>`
  const computed = compute === undefined ? '' : `<COMPUTE>${escape(compute)}</COMPUTE>`
  return `<ENVELOPE><HEADER><VERSION>1</VERSION><TALLYREQUEST>Export</TALLYREQUEST><TYPE>Collection</TYPE><ID>Asked</ID></HEADER><BODY><DESC><STATICVARIABLES><SVCURRENTCOMPANY>${escape(of)}</SVCURRENTCOMPANY><SVEXPORTFORMAT>$$SysName:XML</SVEXPORTFORMAT><SVFROMDATE TYPE="Date">${from}</SVFROMDATE><SVTODATE TYPE="Date">${to}</SVTODATE></STATICVARIABLES><TDL><TDLMESSAGE><COLLECTION NAME="Asked" ISMODIFY="No"><TYPE>${type}</TYPE><FETCH>${fields}</FETCH>${computed}${asks}</COLLECTION>${formulae.join('')}</TDLMESSAGE></TDL></DESC></BODY></ENVELOPE>`
}

/** The rows of a collection. */
export async function rows(tally: FakeTally, question: Question): Promise<Element[]> {
  return rowsIn(await asked(tally, collectionOf(question)))
}

export function rowsIn(root: Element): Element[] {
  const data = root.children
    .find(({ name }) => name === 'BODY')
    ?.children.find(({ name }) => name === 'DATA')
  return data?.children.find(({ name }) => name === 'COLLECTION')?.children ?? []
}

export function field(row: Element | undefined, ...path: string[]): string {
  return textAt(row, ...path)
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
