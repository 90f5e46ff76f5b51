import type { Answer } from '../books.ts'
import { textsWithin, treeOf } from './tree.ts'
import { escaped } from './write-xml.ts'
import type { ImportCode } from '../../platform/import-codes.ts'

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

/** Tally's counters for an import. An answer counts only when it has all of these. */
const counterNames = [
  'CREATED',
  'ALTERED',
  'DELETED',
  'COMBINED',
  'IGNORED',
  'ERRORS',
  'CANCELLED',
  'EXCEPTIONS',
] as const

type Counters = Record<(typeof counterNames)[number], number>

/**
 * Tally's answer to one voucher, in either of its two shapes. The HTTP status is always 200. A voucher is in the accounts when exactly
 * one was created or altered and nothing else happened.
 */
export function answerOf(raw: string): Answer {
  const tree = treeOf(raw)
  if (tree === undefined) return { outcome: 'unknown', message: 'The answer was cut off.', raw }
  const message = textsWithin(tree, 'LINEERROR').join(' ').trim()
  const counters = countersOf(tree)
  if (counters === undefined) return withoutCounters(raw, message)
  if (counters.EXCEPTIONS > 0) return { outcome: 'exception', message, raw }
  if (isTaken(counters) && message === '') return { outcome: 'accepted', raw }
  return refused(message === '' ? 'Tally entered nothing, and did not say why.' : message, raw)
}

function countersOf(tree: Parameters<typeof textsWithin>[0]): Counters | undefined {
  const counters = { ...none }
  for (const name of counterNames) {
    const text = textsWithin(tree, name)[0]?.trim() ?? ''
    if (!/^\d+$/.test(text)) return undefined
    counters[name] = Number(text)
  }
  return counters
}

const none: Counters = {
  CREATED: 0,
  ALTERED: 0,
  DELETED: 0,
  COMBINED: 0,
  IGNORED: 0,
  ERRORS: 0,
  CANCELLED: 0,
  EXCEPTIONS: 0,
}

function isTaken(counters: Counters): boolean {
  const { CREATED, ALTERED, ...others } = counters
  return CREATED + ALTERED === 1 && Object.values(others).every((count) => count === 0)
}

function withoutCounters(raw: string, message: string): Answer {
  if (message !== '') return refused(message, raw)
  if (/Unknown Request/i.test(raw)) return refused('Tally did not understand the request.', raw)
  return { outcome: 'unknown', message: 'The answer does not say what became of it.', raw }
}

function refused(message: string, raw: string): Answer {
  return { outcome: 'refused', code: codeOf(message), message, raw }
}

/** The counters have decided the outcome already. These words only sort what people have to fix. */
const codes: readonly [RegExp, ImportCode][] = [
  [/SVCurrentCompany/i, 'company_not_loaded'],
  [/\bVoucher Type\b.*does not exist/i, 'type_missing'],
  [/\bStock Item\b.*does not exist/i, 'item_missing'],
  [/\bUnit\b.*does not exist/i, 'unit_missing'],
  [/\bGodown\b.*does not exist/i, 'godown_missing'],
  [/\bLedger\b.*does not exist/i, 'ledger_missing'],
  [/totals do not match/i, 'totals_mismatch'],
  [/financial period|date is (missing|invalid)/i, 'date_out_of_period'],
]

function codeOf(message: string): ImportCode {
  return codes.find(([pattern]) => pattern.test(message))?.[1] ?? 'refused'
}
