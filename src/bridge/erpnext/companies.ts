import { AppError } from '../../platform/errors.ts'
import { type JsonObject, textOf } from '../../platform/json/json.ts'
import type { Company, Condition } from '../books.ts'
import type { Site } from './client.ts'

/**
 * The companies that a key may read. The time of creation identifies a company: it stays the same when the company is renamed or the site
 * moves. Throws AppError as `Site` does.
 */
export async function companiesOf(site: Site): Promise<Company[]> {
  const fields = ['name', 'abbr', 'creation']
  return (await site.list('Company', { fields, filters: [] })).map(companyOf)
}

/** The site's condition, in words that say what to do. `readNeeded` reads whatever else the bridge needs of the paired company. */
export async function conditionOf(
  site: Site,
  paired: Company,
  readNeeded: () => Promise<unknown>,
): Promise<Condition> {
  try {
    const condition = judge(await companiesOf(site), paired)
    if (condition.health === 'ready') await readNeeded()
    return condition
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { health } = error.details
    if (health !== 'closed' && health !== 'silent' && health !== 'refused') throw error
    return { health, sentence: error.message }
  }
}

/** Throws AppError `unavailable` where the company with the paired name is not the paired company. */
export async function pairedCompany(site: Site, paired: Company): Promise<JsonObject> {
  const found = await site.get('Company', paired.name)
  if (found !== undefined && companyOf(found).guid === paired.guid) return found
  throw new AppError('unavailable', 'The paired company is not on this ERPNext.')
}

function judge(companies: readonly Company[], paired: Company): Condition {
  const [first] = companies
  if (first === undefined) {
    return { health: 'no_company', sentence: 'ERPNext has no company that this key may see.' }
  }
  const company = companies.find(({ name }) => name === paired.name)
  if (company?.guid === paired.guid) {
    return { health: 'ready', company, sentence: 'ERPNext is ready.' }
  }
  const names = companies.map(({ name }) => name).join(', ')
  return {
    health: 'wrong_company',
    company: company ?? first,
    sentence: `ERPNext has ${names}; paired is ${paired.name}, made there on ${paired.guid.slice(0, 10)}. Pair anew if it was renamed, or if this is another site.`,
  }
}

function companyOf(doc: JsonObject): Company {
  return {
    number: textOf(doc, 'abbr'),
    guid: textOf(doc, 'creation'),
    name: textOf(doc, 'name'),
    // A company has several years, and earlier years may be added.
    booksFrom: '',
  }
}
