import { escaped } from './write-xml.ts'

/** A query for a collection. It allows only fixed forms of Tally's language: a faulty query opens a dialog that blocks everything. */
export type Collection = {
  type: 'Company' | 'Group' | 'Ledger' | 'StockItem' | 'Unit' | 'Godown' | 'VoucherType' | 'Voucher'
  fetch: readonly string[]
  /** A row must pass all filters. */
  filters?: readonly string[]
  /** Fields that Tally computes, by name. */
  compute?: Readonly<Record<string, string>>
  /** Default: the company that is loaded. */
  company?: string
  /** yyyy-mm-dd. Sets Tally's period; it does not limit the rows. Use a filter for that. */
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

/** A filter for a period, with the dates written out: with a variable in their place Tally silently returns no rows. */
export function datesWithin(from: string, to: string): string {
  return `$Date >= $$Date:"${tallyDate(from)}" AND $Date <= $$Date:"${tallyDate(to)}"`
}

/** Whether a filter can contain the text. Tally's language cannot escape a quotation mark. */
export function isQuotable(text: string): boolean {
  return !text.includes('"')
}

function tallyDate(day: string): string {
  return day.replaceAll('-', '')
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}
