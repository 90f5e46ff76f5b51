import { numberOf, rowsOf, textOf } from '../../../src/platform/json/json.ts'
import { type Doc, docstatus, isEmpty, isSet } from './docs.ts'
import { doctypes } from './doctypes.ts'
import { checkGst, withGstFields } from './india-compliance.ts'
import { Refusal } from './refusals.ts'
import type { Store } from './store.ts'
import { withTotals } from './totals.ts'

/** What a site may be like; the first of each is a new one of version 15 as it comes today. */
export type Behaviours = {
  /** Whether the newer interface takes the name that a client gives: sites from before July 2025 do not. */
  takesNames: boolean
  /** Whether somebody made the unique field `daybook_id`. */
  hasDaybookField: boolean
  hasIndiaCompliance: boolean
  /** Doctypes that the roles of the users do not let them read. */
  hidden: readonly string[]
  /** A setting of accounts: a seller's number only once in a financial year. */
  checksBillNumbers: boolean
}

export type Site = { store: Store; behaviours: Behaviours }

/** The document as it was kept. `given`: the client's own name for it counts. Throws Refusal. */
export function insertDoc(site: Site, doctype: string, given: Doc, takesName: boolean): Doc {
  const { store } = site
  const { series, title } = doctypeOf(doctype)
  const { name: _name, doctype: _doctype, ...fields } = given
  const name = takesName ? textOf(given, 'name') : ''
  const now = store.stamp()
  const own = { docstatus: docstatus.draft, creation: now, modified: now }
  const kept = validated(site, doctype, { ...onlyKnown(site, fields), ...own })
  const titled = title === undefined ? '' : nameOf(store, kept, title)
  const named = { ...kept, name: name || titled || nextName(store, doctype, series) }
  if (store.find(doctype, named.name) !== undefined) {
    throw new Refusal('DuplicateEntryError', `${doctype} ${named.name} already exists`)
  }
  store.commit(doctype, named)
  return named
}

/** Only drafts take other values; `docstatus` submits and cancels. Throws Refusal. */
export function updateDoc(site: Site, doctype: string, name: string, changes: Doc): Doc {
  const { store } = site
  const before = findDoc(store, doctype, name)
  const [was, is] = [
    numberOf(before, 'docstatus'),
    numberOf({ ...before, ...changes }, 'docstatus'),
  ]
  if (was === docstatus.submitted && is === docstatus.submitted) {
    throw new Refusal('ValidationError', 'Cannot edit a submitted document')
  }
  if (was === docstatus.cancelled) {
    throw new Refusal('ValidationError', 'Cannot edit cancelled document')
  }
  if (is !== was && !doctypeOf(doctype).isSubmittable) {
    throw new Refusal('ValidationError', `${doctype} is not submittable`)
  }
  const after = { ...before, ...changes, name: textOf(before, 'name'), modified: store.stamp() }
  const kept = is === docstatus.cancelled ? after : validated(site, doctype, after)
  store.commit(doctype, kept)
  return kept
}

/** A submitted one must be cancelled first. Throws Refusal. */
export function deleteDoc({ store }: Site, doctype: string, name: string): void {
  if (numberOf(findDoc(store, doctype, name), 'docstatus') === docstatus.submitted) {
    throw new Refusal('ValidationError', 'Submitted Record cannot be deleted')
  }
  store.remove(doctype, name)
}

export function findDoc(store: Store, doctype: string, name: string): Doc {
  const found = store.find(doctype, name)
  if (found !== undefined) return found
  throw new Refusal('DoesNotExistError', `${doctype} ${name} not found`)
}

/** A field that nobody made is left out without a word. */
function onlyKnown({ behaviours }: Site, doc: Doc): Doc {
  const { daybook_id: id, ...others } = doc
  return behaviours.hasDaybookField && id !== undefined ? { ...others, daybook_id: id } : others
}

function validated(site: Site, doctype: string, doc: Doc): Doc {
  checkFields(site.store, doctype, doc)
  checkUnique(site.store, doctype, doc)
  if (doctype === 'Bank Transaction') return doc
  if (doctypeOf(doctype).children['items'] === undefined) return doc
  checkYear(site.store, doc)
  checkBillNumber(site, doctype, doc)
  checkReturn(site.store, doctype, doc)
  const withGst = site.behaviours.hasIndiaCompliance ? withGstFields(site.store, doctype, doc) : doc
  const whole = withTotals(site.store, withGst)
  if (site.behaviours.hasIndiaCompliance) checkGst(site.store, doctype, whole)
  return whole
}

function checkFields(store: Store, doctype: string, doc: Doc): void {
  const { mandatory, links, children } = doctypeOf(doctype)
  requireFields(doc, mandatory)
  checkLinks(store, doc, links)
  for (const [table, child] of Object.entries(children)) {
    for (const row of rowsOf(doc, table)) {
      const item = store.find('Item', textOf(row, 'item_code'))
      const whole = {
        ...row,
        item_name: row['item_name'] ?? item?.['item_name'] ?? '',
        uom: row['uom'] ?? item?.['stock_uom'] ?? '',
      }
      requireFields(whole, child.mandatory)
      checkLinks(store, row, child.links)
    }
  }
}

function requireFields(doc: Doc, fields: readonly string[]): void {
  const missing = fields.filter((field) => {
    const value = doc[field]
    return isEmpty(value) || (Array.isArray(value) && value.length === 0)
  })
  if (missing.length > 0) {
    throw new Refusal('MandatoryError', `Value missing for: ${missing.join(', ')}`)
  }
}

function checkLinks(store: Store, doc: Doc, links: Readonly<Record<string, string>>): void {
  for (const [field, doctype] of Object.entries(links)) {
    const name = textOf(doc, field)
    if (name !== '' && store.find(doctype, name) === undefined) {
      throw new Refusal('LinkValidationError', `Could not find ${doctype}: ${name}`)
    }
  }
}

function checkUnique(store: Store, doctype: string, doc: Doc): void {
  for (const field of doctypeOf(doctype).unique) {
    const value = textOf(doc, field)
    const other = store.all(doctype).find((each) => textOf(each, field) === value)
    if (value !== '' && other !== undefined && textOf(other, 'name') !== textOf(doc, 'name')) {
      throw new Refusal(
        'UniqueValidationError',
        `${field} must be unique: <strong>${value}</strong> is in <a href="/app">${textOf(other, 'name')}</a>`,
      )
    }
  }
}

function checkYear(store: Store, doc: Doc): void {
  const date = textOf(doc, 'posting_date') || textOf(doc, 'transaction_date')
  const year = yearOf(store, date)
  if (year === undefined) {
    throw new Refusal(
      'ValidationError',
      `Date <strong>${date}</strong> is not in any active Fiscal Year`,
    )
  }
}

function yearOf(store: Store, date: string): Doc | undefined {
  return store
    .all('Fiscal Year')
    .find(
      (year) => textOf(year, 'year_start_date') <= date && date <= textOf(year, 'year_end_date'),
    )
}

/** Once in a seller's financial year, cancelled ones aside. */
function checkBillNumber({ store, behaviours }: Site, doctype: string, doc: Doc): void {
  if (!behaviours.checksBillNumbers || doctype !== 'Purchase Invoice') return
  const year = yearOf(store, textOf(doc, 'posting_date'))
  const other = store
    .all(doctype)
    .find(
      (each) =>
        textOf(each, 'name') !== textOf(doc, 'name') &&
        numberOf(each, 'docstatus') !== docstatus.cancelled &&
        ['supplier', 'bill_no'].every((field) => textOf(each, field) === textOf(doc, field)) &&
        yearOf(store, textOf(each, 'posting_date')) === year,
    )
  if (other === undefined || textOf(doc, 'bill_no') === '') return
  throw new Refusal(
    'ValidationError',
    `Supplier Invoice No exists in Purchase Invoice ${textOf(other, 'name')}`,
  )
}

/** A return takes goods back: its quantities are below zero, and what it is against is submitted. */
function checkReturn(store: Store, doctype: string, doc: Doc): void {
  const items = rowsOf(doc, 'items')
  const isReturn = isSet(doc, 'is_return')
  if (items.some((row) => (isReturn ? numberOf(row, 'qty') > 0 : numberOf(row, 'qty') < 0))) {
    throw new Refusal(
      'ValidationError',
      'Quantity must be negative in a return document, and only there',
    )
  }
  const against = textOf(doc, 'return_against')
  if (against === '') return
  if (numberOf(store.find(doctype, against), 'docstatus') !== docstatus.submitted) {
    throw new Refusal('ValidationError', `${doctype} ${against} must be submitted`)
  }
}

function nameOf(store: Store, doc: Doc, title: string): string {
  const name = textOf(doc, title)
  const abbr = textOf(store.find('Company', textOf(doc, 'company')), 'abbr')
  return title === 'account_name' ? `${name} - ${abbr}` : name
}

const seriesDigits = 5

function nextName(store: Store, doctype: string, series: string): string {
  const taken = store.all(doctype).map((doc) => Number(textOf(doc, 'name').slice(series.length)))
  const highest = Math.max(0, ...taken.filter((number) => Number.isInteger(number)))
  return `${series}${String(highest + 1).padStart(seriesDigits, '0')}`
}

/** Throws Refusal for what no app brought. */
export function requireDoctype(doctype: string): void {
  doctypeOf(doctype)
}

function doctypeOf(doctype: string) {
  const known = Object.hasOwn(doctypes, doctype) ? doctypes[doctype] : undefined
  if (known !== undefined) return known
  throw new Refusal('DoesNotExistError', `DocType ${doctype} not found`)
}
