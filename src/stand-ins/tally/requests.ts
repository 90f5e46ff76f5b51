import {
  importEnvelope,
  importResponse,
  lineErrorOnly,
  unknownRequest,
  type Counters,
} from './answers.ts'
import { answerCollection } from './collections.ts'
import { importMasters } from './import-masters.ts'
import { importVouchers, messagesIn, vouchersIn } from './import-vouchers.ts'
import type { Store } from './store.ts'
import { elementAt, textAt, type Element } from './xml.ts'
import type { Company } from './books.ts'

/** Behaviours in which installations differ, or that nobody has measured. */
export type Behaviours = {
  /** The release that Tally reports. The behaviours are those of 7.1. */
  release: string
  /** Without a licence Tally accepts vouchers of days 1, 2 and 31 only. */
  isEducational: boolean
  /** Whether a known REMOTEID alters an invoice with items too. Not measured. */
  upsertsItemInvoices: boolean
  wrongCompanyOnWrite: WrongCompany
  /** How long each import takes, in milliseconds. 530 was measured for one voucher. */
  importMs: number
}

export const usual: Behaviours = {
  release: '7.1',
  isEducational: false,
  upsertsItemInvoices: true,
  wrongCompanyOnWrite: 'refused',
  importMs: 0,
}

export function isImport(request: Element): boolean {
  return textAt(request, 'HEADER', 'TALLYREQUEST').toUpperCase().startsWith('IMPORT')
}

/** Writes the counters of an import. */
export type RenderCounters = (counters: Counters) => string

/** The answer to a parsed request. Pass `render` when the request was not XML. Throws BadFormula and DeadlyFormula. */
export function answer(
  store: Store,
  request: Element,
  behaviours: Behaviours,
  render = renderFor(request),
): string {
  if (isImport(request)) return answerImport(store, request, behaviours, render)
  const kind = textAt(request, 'HEADER', 'TALLYREQUEST').toUpperCase()
  const type = textAt(request, 'HEADER', 'TYPE').toUpperCase()
  if (kind !== 'EXPORT' || type !== 'COLLECTION') return unknownRequest
  const named = textAt(variablesOf(request), 'SVCURRENTCOMPANY')
  const company = companyToRead(store.companies, named)
  return answerCollection(request, store.companies, company, behaviours)
}

function renderFor(request: Element): RenderCounters {
  return textAt(request, 'HEADER', 'VERSION') === '' ? importResponse : importEnvelope
}

function answerImport(
  store: Store,
  request: Element,
  behaviours: Behaviours,
  render: RenderCounters,
): string {
  const named = textAt(variablesOf(request), 'SVCURRENTCOMPANY')
  const company = companyToWrite(store.companies, named, behaviours.wrongCompanyOnWrite)
  if (typeof company === 'string') return lineErrorOnly(company)
  const messages = messagesIn(request)
  return reportOf(request).toUpperCase() === 'ALL MASTERS'
    ? render(importMasters(store, company, messages))
    : render(importVouchers(store, company, vouchersIn(messages), behaviours))
}

function variablesOf(request: Element): Element | undefined {
  return (
    elementAt(request, 'BODY', 'IMPORTDATA', 'REQUESTDESC', 'STATICVARIABLES') ??
    elementAt(request, 'BODY', 'DESC', 'STATICVARIABLES')
  )
}

function reportOf(request: Element): string {
  return (
    textAt(request, 'BODY', 'IMPORTDATA', 'REQUESTDESC', 'REPORTNAME') ||
    textAt(request, 'HEADER', 'ID')
  )
}

type WrongCompany = 'refused' | 'postedIntoLoaded'

/** The company to read: the loaded one by default. A company that is not open has no rows. */
function companyToRead(companies: readonly Company[], named: string): Company | undefined {
  const loaded = companies.filter(({ isLoaded }) => isLoaded)
  return named === '' ? loaded[0] : loaded.find(({ name }) => name === named)
}

/** The company to write to, or Tally's error text for the named company. */
function companyToWrite(
  companies: readonly Company[],
  named: string,
  whenWrong: WrongCompany,
): Company | string {
  const found = companyToRead(companies, named)
  if (found !== undefined) return found
  const loaded = companyToRead(companies, '')
  // Measured once: Tally wrote vouchers for another company into the open one, with clean counters.
  if (whenWrong === 'postedIntoLoaded' && loaded !== undefined) return loaded
  return `Could not set 'SVCurrentCompany' to '${named}'`
}
