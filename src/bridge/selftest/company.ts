import { AppError } from '../../platform/errors.ts'
import { keyIn } from '../keys.ts'
import { type OpenCompany, openCompanies, rowsOf } from '../tally/companies.ts'
import { readVouchers } from '../tally/read-vouchers.ts'
import { collectionRequest } from '../tally/requests.ts'
import type { Transport } from '../tally/transport.ts'
import { childOf, textOf } from '../tally/tree.ts'
import { narrationStart } from './sample-vouchers.ts'
import { wholeTest } from './days.ts'

/** What the name of a company must have in it to be written to: nobody calls the books of a shop so. */
const testName = /\bdaybook selftest\b/i

/**
 * The company that is made for the test. Throws AppError `conflict` for any other, and while another is open beside it: Tally was
 * seen once to enter what was meant for one company into another, with an answer that looked clean.
 */
export async function requireTestCompany(transport: Transport, name: string): Promise<OpenCompany> {
  if (!testName.test(name)) {
    throw refused(
      `"${name}" is not written to: the test needs a company of its own, with "Daybook Selftest" in its name.`,
    )
  }
  const open = await openCompanies(transport)
  const found = open.find((company) => company.name === name)
  if (found === undefined) {
    throw refused(`"${name}" is not open in Tally: make it, or open it, and no other company.`)
  }
  if (open.length > 1) throw refused('Another company is open in Tally too: close it first.')
  return found
}

/** Throws AppError `conflict` where somebody else entered something. */
export async function requireOnlyOwnVouchers(
  transport: Transport,
  company: OpenCompany,
): Promise<void> {
  const dated = await readVouchers(transport, company.name, wholeTest(company.booksFrom), [])
  const others = [
    ...dated.map(({ narration }) => narration),
    ...(await narrationsOfAll(transport, company.name)),
  ].filter((narration) => !isOwn(narration))
  if (others.length === 0) return
  throw refused(
    'Somebody entered vouchers in this company: nothing is written to it. Make a new one for the test.',
  )
}

export function isOwn(narration: string): boolean {
  return narration.startsWith(narrationStart) && keyIn(narration) !== undefined
}

/** Whatever their dates: a period alone leaves out what is dated outside it, without a word. */
async function narrationsOfAll(transport: Transport, company: string): Promise<string[]> {
  const request = collectionRequest({
    type: 'Voucher',
    fetch: ['NARRATION'],
    company,
    filters: ['$AlterID > 0'],
  })
  const rows = rowsOf(await transport.read(request), 'VOUCHER')
  return rows.map((row) => textOf(childOf(row, 'NARRATION')).trim())
}

/** Which release of Tally it is; '' where it does not say. */
export async function releaseOf(transport: Transport, company: string): Promise<string> {
  const request = collectionRequest({
    type: 'Company',
    fetch: ['NAME'],
    compute: { DBREL: '@@VersionReleaseString' },
    company,
  })
  const [row] = rowsOf(await transport.read(request), 'COMPANY')
  return textOf(childOf(row, 'DBREL')).trim()
}

function refused(message: string): AppError {
  return new AppError('conflict', message)
}
