import { AppError } from '../../platform/errors.ts'
import type { JsonValue } from '../../platform/json/json.ts'
import type { Company, Condition } from '../books.ts'
import { collectionRequest } from './requests.ts'
import { cutOff, childOf, childrenOf, textOf, treeOf, dayOf, numberOf } from './tree.ts'
import { closedAt, healthOf, type Transport } from './transport.ts'

/** An open company in Tally, with its marks: numbers that rise with every change of a voucher or a master. */
export type OpenCompany = Company & {
  lastVoucherDate: string
  voucherMark: number
  masterMark: number
  isEducational: boolean
}

const request = collectionRequest({
  type: 'Company',
  fetch: ['NAME', 'GUID', 'COMPANYNUMBER', 'BOOKSFROM', 'LASTVOUCHERDATE', 'ALTVCHID', 'ALTMSTID'],
  compute: { DBEDU: '$$LicenseInfo:IsEducationalMode' },
})

/** All open companies. Throws AppError `unavailable`. */
export async function openCompanies(transport: Transport): Promise<OpenCompany[]> {
  return rowsOf(await transport.read(request), 'COMPANY').map(companyOf)
}

/** Tally's condition, in words that say what to do. */
export async function conditionOf(
  transport: Transport,
  url: string,
  paired: Company,
): Promise<Condition> {
  if (!(await transport.isOpen())) {
    return {
      health: 'closed',
      sentence: `${closedAt(url).message} Start Tally, and see that F1 > Settings > Connectivity lets it act as a server on this port.`,
    }
  }
  try {
    return judge(await openCompanies(transport), paired)
  } catch (error) {
    const health = healthOf(error)
    if (health === undefined) throw error
    return { health, sentence: sentences[health] }
  }
}

/** The paired company among the open ones. Undefined when it is not open, or when a different company has its name. */
function pairedAmong(companies: readonly OpenCompany[], paired: Company): OpenCompany | undefined {
  const named = companies.filter(({ name }) => name === paired.name)
  return named.length === 1 ? named.find((company) => isSame(company, paired)) : undefined
}

/** The paired company in its current state. Throws AppError `unavailable` while it is not open. */
export async function openPaired(transport: Transport, paired: Company): Promise<OpenCompany> {
  const found = pairedAmong(await openCompanies(transport), paired)
  if (found !== undefined) return found
  throw new AppError('unavailable', 'The paired company is not open in Tally.')
}

function judge(companies: readonly OpenCompany[], paired: Company): Condition {
  const [first] = companies
  if (first === undefined) return { health: 'no_company', sentence: sentences.no_company }
  const company = pairedAmong(companies, paired)
  if (company === undefined) {
    const open = companies.map(({ name }) => name).join(', ')
    return {
      health: 'wrong_company',
      company: plain(first),
      sentence: `Open is ${open}; paired is ${paired.name} with the books from ${paired.booksFrom}. Open that one, or pair anew if it was renamed or split.`,
    }
  }
  const health = company.isEducational ? 'educational' : 'ready'
  return { health, company: plain(company), sentence: sentences[health] }
}

const sentences = {
  closed: 'Tally is not running.',
  silent: 'Tally is there and does not answer: a dialog may be open in it. Close it.',
  no_company: 'No company is open in Tally: open the one that was paired.',
  educational:
    'Tally runs in educational mode: it takes only the 1st, 2nd and 31st day of a month.',
  ready: 'Tally is ready.',
} as const

/** All four values are compared: a company that was split keeps its parent's guid. */
function isSame(one: Company, other: Company): boolean {
  return (
    one.number === other.number &&
    one.guid === other.guid &&
    one.name === other.name &&
    one.booksFrom === other.booksFrom
  )
}

export function plain({ number, guid, name, booksFrom }: Company): Company {
  return { number, guid, name, booksFrom }
}

/**
 * The rows of a collection; empty for any other answer. Only looks inside the collection, because Tally's counters beside it have the
 * same names. Throws AppError `unavailable` for an answer that was cut off.
 */
export function rowsOf(answer: string, name: string): JsonValue[] {
  const tree = treeOf(answer)
  if (tree === undefined) throw cutOff()
  return childrenOf(childOf(tree, 'ENVELOPE', 'BODY', 'DATA', 'COLLECTION'), name)
}

function companyOf(row: JsonValue): OpenCompany {
  const text = (name: string) => textOf(childOf(row, name))
  return {
    number: text('COMPANYNUMBER').trim(),
    guid: text('GUID').trim(),
    // Not trimmed: Tally finds a company whose name ends in a space only with that space.
    name: text('NAME') || textOf(childOf(row, '@NAME')),
    booksFrom: dayOf(text('BOOKSFROM')),
    lastVoucherDate: dayOf(text('LASTVOUCHERDATE')),
    voucherMark: numberOf(text('ALTVCHID')),
    masterMark: numberOf(text('ALTMSTID')),
    isEducational: text('DBEDU').trim() === 'Yes',
  }
}
