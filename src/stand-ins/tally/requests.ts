import {
  type Counters,
  envelope,
  importEnvelope,
  importResponse,
  lineErrorOnly,
  unknownRequest,
} from './answers.ts'
import { importMasters } from './import-masters.ts'
import { importVouchers, messagesIn, vouchersIn } from './import-vouchers.ts'
import type { Store } from './store.ts'
import { childrenNamed, type Element, element, elementAt, textAt } from './xml.ts'
import { type Company, type MasterKind, masterKinds } from './books.ts'
import { BadFormula, evaluate, fetched, isTrue, type Scope, type Value } from './formula.ts'
import {
  companyFields,
  companyObject,
  masterFields,
  masterObject,
  mastersOf,
  movementsOf,
  voucherFields,
  voucherObject,
} from './objects.ts'

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

/** What Tally reports of itself to a computed field. */
type License = { release: string; isEducational: boolean }

type Query = {
  type: string
  fetch: string[]
  filters: string[]
  computes: { name: string; formula: string }[]
  formulae: ReadonlyMap<string, string>
  variables: ReadonlyMap<string, string>
}

/**
 * The answer to a request for a collection. A company that is not open has no rows; STATUS is 1 either way. Throws BadFormula for TDL
 * that Tally cannot read, DeadlyFormula for TDL that ends its process.
 */
function answerCollection(
  request: Element,
  companies: readonly Company[],
  company: Company | undefined,
  license: License,
): string {
  const query = queryOf(request)
  // A faulty filter must also fail without any row.
  isKept({}, query, company, license)
  const kept = rowsOf(query, companies, company)
    .filter(({ fields }) => isKept(fields, query, company, license))
    .map((row) => withComputed(row, query, company, license))
  return envelope(1, [
    element('DESC', [counts(company)]),
    element('DATA', [element('COLLECTION', kept, attributesOf(query.type))]),
  ])
}

/** Tally's own collections. They need no definition. */
const nativeCollections: Record<string, string> = {
  'List of Companies': 'Company',
  'List of Ledgers': 'Ledger',
  'List of Groups': 'Group',
}

function queryOf(request: Element): Query {
  const id = textAt(request, 'HEADER', 'ID')
  const desc = elementAt(request, 'BODY', 'DESC')
  const message = elementAt(desc, 'TDL', 'TDLMESSAGE')
  const definition = message?.children.find(
    ({ name, attributes }) => name === 'COLLECTION' && attributes['NAME'] === id,
  )
  const type = textAt(definition, 'TYPE') || nativeCollections[id]
  if (type === undefined) throw new BadFormula(`There is no collection ${id}.`)
  const system = message === undefined ? [] : childrenNamed(message, 'SYSTEM')
  return {
    type,
    fetch: listed(definition, 'FETCH', 'NATIVEMETHOD'),
    filters: listed(definition, 'FILTERS', 'FILTER'),
    computes: texts(definition, 'COMPUTE').map((text) => {
      const [name = '', ...formula] = text.split(':')
      return { name: name.trim().toUpperCase(), formula: formula.join(':').trim() }
    }),
    formulae: new Map(
      system.map(({ attributes, text }) => [(attributes['NAME'] ?? '').toUpperCase(), text]),
    ),
    variables: new Map(
      (elementAt(desc, 'STATICVARIABLES')?.children ?? []).map(({ name, text }) => [
        name,
        text.trim(),
      ]),
    ),
  }
}

function texts(definition: Element | undefined, name: string): string[] {
  return definition === undefined ? [] : childrenNamed(definition, name).map(({ text }) => text)
}

function listed(definition: Element | undefined, ...names: string[]): string[] {
  return names
    .flatMap((name) => texts(definition, name))
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

type Fields = Readonly<Record<string, string>>

/** An object's plain fields for filters. The complete object is built only for the answer. */
type Row = { fields: Fields; object: () => Element }

/** All objects of a type. Vouchers without a filter are those of the period on Tally's screen, whatever dates were sent. */
function rowsOf(
  { type, filters }: Query,
  companies: readonly Company[],
  company: Company | undefined,
): Row[] {
  const wanted = type.toUpperCase()
  if (wanted === 'COMPANY') return companies.filter(({ isLoaded }) => isLoaded).map(companyRow)
  const kind = masterKinds.find((each) => each === wanted)
  if (kind === undefined && wanted !== 'VOUCHER') throw new BadFormula(`There is no type ${type}.`)
  if (company === undefined) return []
  if (kind !== undefined) return masterRows(company, kind)
  const vouchers = [...company.vouchers.values()].toSorted((left, right) => left.id - right.id)
  return vouchers
    .filter(({ header: { DATE: date = '' } }) => {
      return filters.length > 0 || (date >= company.periodFrom && date <= company.periodTo)
    })
    .map((voucher) => ({
      fields: voucherFields(company, voucher),
      object: () => voucherObject(company, voucher),
    }))
}

function companyRow(company: Company): Row {
  return { fields: companyFields(company), object: () => companyObject(company) }
}

function masterRows(company: Company, kind: MasterKind): Row[] {
  const moved = movementsOf(company)
  return mastersOf(company, kind).map((master) => ({
    fields: masterFields(master),
    object: () => masterObject(company, master, moved),
  }))
}

function isKept(
  fields: Fields,
  query: Query,
  company: Company | undefined,
  license: License,
): boolean {
  const scope = scopeOf(fields, query, company, license)
  const kept = query.filters.map((filter) => {
    const formula = query.formulae.get(filter.toUpperCase())
    if (formula === undefined) throw new BadFormula(`There is no formula ${filter}.`)
    return isTrue(evaluate(formula, scope))
  })
  return !kept.includes(false)
}

function withComputed(
  { fields, object }: Row,
  query: Query,
  company: Company | undefined,
  license: License,
): Element {
  const row = fetched(object(), query.fetch)
  const scope = scopeOf(fields, query, company, license)
  const computed = query.computes.map(({ name, formula }) =>
    element(name, shown(evaluate(formula, scope))),
  )
  return { ...row, children: [...row.children, ...computed] }
}

function shown(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value ?? '')
}

function scopeOf(
  fields: Fields,
  query: Query,
  company: Company | undefined,
  license: License,
): Scope {
  return {
    field: (name) => fieldValue(fields, name.toUpperCase()),
    variable: (name) => variableValue(name.toUpperCase(), query, company, license),
    call: (name, argument) => callFunction(name.toLowerCase(), argument, license),
    formula: (name) =>
      name.toLowerCase() === 'versionreleasestring'
        ? `"${license.release}"`
        : query.formulae.get(name.toUpperCase()),
  }
}

const numeric: ReadonlySet<string> = new Set(['MASTERID', 'ALTERID', 'ALTVCHID', 'ALTMSTID'])

function fieldValue(fields: Fields, name: string): Value {
  const text = fields[name] ?? ''
  if (numeric.has(name)) return Number(text)
  return text === 'Yes' || text === 'No' ? text === 'Yes' : text
}

/** A Tally without a licence accepts only dates of days 1, 2 and 31. Any other date has no value, and no comparison with it is true. */
function variableValue(
  name: string,
  { variables }: Query,
  company: Company | undefined,
  license: License,
): Value {
  if (name === 'SVCURRENTCOMPANY') return company?.name
  const value = variables.get(name)
  const isDate = name === 'SVFROMDATE' || name === 'SVTODATE'
  const isRefused = isDate && license.isEducational && !/(01|02|31)$/.test(value ?? '')
  return isRefused ? undefined : value
}

function callFunction(name: string, argument: string, license: License): Value {
  switch (name) {
    case 'date':
      return /^\d{8}$/.test(argument) ? argument : undefined
    case 'isempty':
      return argument === ''
    case 'licenseinfo':
      return licenseInfo(argument.toLowerCase(), license)
    default:
      throw new BadFormula(`There is no function $$${name}.`)
  }
}

function licenseInfo(asked: string, { isEducational }: License): Value {
  if (asked === 'iseducationalmode') return isEducational
  if (asked === 'issilver') return !isEducational
  return asked === 'isgold' ? false : undefined
}

/** The names that 7.1 counts beside the rows, in its order. Rows have some of these names too. */
const counted =
  'COMPANY GROUP LEDGER COSTCATEGORY COSTCENTRE GODOWN STOCKGROUP STOCKCATEGORY STOCKITEM VOUCHERTYPE CURRENCY UNIT BUDGET CLIENTRULE SERVERRULE STATE TDSRATE TAXCLASSIFICATION STCATEGORY DEDUCTEETYPE ATTENDANCETYPE FBTCATEGORY FBTASSESSEETYPE TARIFFCLASSIFICATION EXCISEDUTYCLASSIFICATION SERIALNUMBER ADJUSTMENTCLASSIFICATION INCOMETAXSLAB INCOMETAXCLASSIFICATION LBTCLASSIFICATION TAXUNIT RETURNMASTER GSTCLASSIFICATION VOUCHERNUMBERSERIES VOUCHER'.split(
    ' ',
  )

/** Counts only what a person created, not Tally's own objects. */
function counts(company: Company | undefined): Element {
  const own = (kind: MasterKind): number =>
    company === undefined
      ? 0
      : mastersOf(company, kind).filter(({ reservedName }) => reservedName === '').length
  const byName = new Map<string, number>(masterKinds.map((kind) => [kind, own(kind)]))
  byName.set('VOUCHER', company?.vouchers.size ?? 0)
  return element(
    'CMPINFO',
    counted.map((name) => element(name, String(byName.get(name) ?? 0))),
  )
}

/** The attributes of a collection in 7.1. Captured for vouchers and for ledgers. */
function attributesOf(type: string): Record<string, string> {
  return type.toUpperCase() === 'VOUCHER'
    ? { ISCMPDEPTYPE: 'Yes', CMPLOCUS: '4', CMPDEPTYPE: '64' }
    : { ISMSTDEPTYPE: 'Yes', MSTDEPTYPE: '8' }
}
