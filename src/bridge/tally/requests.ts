import { escaped } from './write-xml.ts'

/** What a collection is asked for: fixed forms of Tally's language, since a wrong one opens a dialog that blocks all. */
export type Collection = {
  type: 'Company' | 'Group' | 'Ledger' | 'StockItem' | 'Unit' | 'Godown' | 'VoucherType' | 'Voucher'
  fetch: readonly string[]
  /** Each must hold. */
  filters?: readonly string[]
  /** Fields that Tally reckons, by their names. */
  compute?: Readonly<Record<string, string>>
  /** Left out: whichever is loaded. */
  company?: string
  /** yyyy-mm-dd. They choose the period; which rows come is for a filter to say. */
  period?: { from: string; to: string }
}

/** A request for rows of one kind (research: the reading of collections with TDL in the request). */
export function collectionRequest(asked: Collection): string {
  const { type, fetch, filters = [], compute = {}, company, period } = asked
  const names = filters.map((_, at) => `DBF${at}`)
  return [
    '<ENVELOPE><HEADER><VERSION>1</VERSION><TALLYREQUEST>Export</TALLYREQUEST><TYPE>Collection</TYPE><ID>DBLook</ID></HEADER>',
    '<BODY><DESC><STATICVARIABLES>',
    ...(company === undefined ? [] : [element('SVCURRENTCOMPANY', company)]),
    '<SVEXPORTFORMAT>$$SysName:XML</SVEXPORTFORMAT>',
    ...(period === undefined
      ? []
      : [
          `<SVFROMDATE TYPE="Date">${tallyDate(period.from)}</SVFROMDATE>`,
          `<SVTODATE TYPE="Date">${tallyDate(period.to)}</SVTODATE>`,
        ]),
    '</STATICVARIABLES><TDL><TDLMESSAGE><COLLECTION NAME="DBLook">',
    element('TYPE', type),
    ...(names.length === 0 ? [] : [element('FILTERS', names.join(','))]),
    ...Object.entries(compute).map(([name, formula]) => element('COMPUTE', `${name}: ${formula}`)),
    element('FETCH', fetch.join(',')),
    '</COLLECTION>',
    ...filters.map(
      (filter, at) => `<SYSTEM TYPE="Formulae" NAME="DBF${at}">${escaped(filter)}</SYSTEM>`,
    ),
    '</TDLMESSAGE></TDL></DESC></BODY></ENVELOPE>',
  ].join('')
}

/** The days from one to another: a filter, with the days themselves in it; a variable there gives no rows, without a word. */
export function datesWithin(from: string, to: string): string {
  return `$Date >= $$Date:"${tallyDate(from)}" AND $Date <= $$Date:"${tallyDate(to)}"`
}

/** Whether a text can stand in a filter: Tally's language has no way to write a quotation mark within two. */
export function isQuotable(text: string): boolean {
  return !text.includes('"')
}

function tallyDate(day: string): string {
  return day.replaceAll('-', '')
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}
