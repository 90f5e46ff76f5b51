import { version } from '../../platform/embedded.ts'
import { AppError } from '../../platform/errors.ts'
import { keyIn, remoteIdOf } from '../keys.ts'
import { type OpenCompany, openCompanies, rowsOf } from '../tally/companies.ts'
import { readVouchers } from '../tally/read-vouchers.ts'
import { healthOf, type Transport } from '../tally/transport.ts'
import {
  type Bench,
  type Exchange,
  openBench,
  type Check,
  type Found,
  type Grade,
  wholeTest,
} from './bench.ts'
import { readBack } from './checks/read-back.ts'
import { refusals, requests } from './checks/refusals.ts'
import { sentTwice, takenAway } from './checks/sent-twice.ts'
import { godownOf, mastersAreMade, deletion, narrationStart } from './sample-vouchers.ts'
import { collectionRequest } from '../tally/requests.ts'
import { textAt } from '../tally/tree.ts'

/*
 * Measures, in a test company, how a Tally does everything that the bridge relies on or that nobody has measured yet. It knows nothing of
 * Daybook's documents, and writes to no other company.
 */

/** The test writes only to a company with this in its name. No shop calls its accounts so. */
const testName = /\bdaybook selftest\b/i

/** In order: the most frequently asked first, the slow ones last. The masters that the checks need are created before. */
const checks: readonly Check[] = [...readBack, ...sentTwice, ...takenAway, ...refusals, ...requests]

export const checkNames: readonly string[] = checks.map(({ name }) => name)

export type Finding = Omit<Check, 'run'> & Found & { exchanges: Exchange[] }

export type SelftestReport = {
  made_at: string
  daybook: string
  tally: { release: string; educational: boolean }
  company: { name: string; books_from: string }
  summary: Record<Grade, number>
  findings: Finding[]
  /** What the test could not delete. null when Tally did not say. */
  left: { vouchers: number | null; exceptions: number }
}

type SelftestOptions = {
  company: string
  /** Milliseconds since 1970. */
  now(): number
  /** The names of the checks to run. The masters that they need are always created. */
  only?: readonly string[] | undefined
  onFinding?(finding: Finding, of: number): void
}

/**
 * Runs all checks and deletes the test's vouchers afterwards. Throws AppError `conflict` for any company but a test company,
 * `unavailable` when Tally does not answer before the first check. When Tally stops answering later, the remaining checks are `not_run`.
 */
export async function selftest(
  transport: Transport,
  options: SelftestOptions,
): Promise<SelftestReport> {
  const { company: name, now } = options
  const company = await requireTestCompany(transport, name)
  await requireOnlyOwnVouchers(transport, company)
  const release = await releaseOf(transport, name)
  const startedAt = now()
  const godown = await godownOf(transport, name)
  const bench = openBench(transport, { company, godown, run: String(startedAt), now })
  await takeAway(transport, company)
  const findings = await runAll(transport, bench, options)
  const left = await takeAway(transport, company).catch(() => null)
  const { booksFrom, isEducational } = company
  return {
    made_at: new Date(startedAt).toISOString(),
    daybook: version,
    tally: { release, educational: isEducational },
    company: { name, books_from: booksFrom },
    summary: summaryOf(findings),
    findings,
    left: { vouchers: left, exceptions: bench.exceptions() },
  }
}

async function runAll(
  transport: Transport,
  bench: Bench,
  { only, onFinding = () => undefined }: SelftestOptions,
): Promise<Finding[]> {
  const chosen = [
    mastersAreMade,
    ...checks.filter(({ name }) => only === undefined || only.includes(name)),
  ]
  const findings: Finding[] = []
  let stopped: string | undefined
  for (const check of chosen) {
    const found = stopped ?? (await tryOne(transport, bench, check))
    if (typeof found !== 'string') {
      findings.push(findingOf(check, found, bench))
    } else {
      // If Tally does not answer, do not ask again and again.
      const isFirst = stopped === undefined
      stopped = found
      const grade = isFirst ? 'unclear' : 'not_run'
      findings.push(findingOf(check, { grade, outcome: 'no answer', meaning: stopped }, bench))
    }
    const last = findings.at(-1)
    if (last !== undefined) onFinding(last, chosen.length)
  }
  return findings
}

/** What the check found, or why no further check can run. */
async function tryOne(transport: Transport, bench: Bench, check: Check): Promise<Found | string> {
  try {
    // Somebody may have opened a real company meanwhile.
    await requireTestCompany(transport, bench.company.name)
    return await check.run(bench)
  } catch (error) {
    // The report reveals nothing about the shop, not even Tally's address.
    if (healthOf(error) === 'closed')
      return 'Nobody answers: Tally is not running, or its port is closed.'
    if (error instanceof AppError) return error.message
    throw error
  }
}

function findingOf({ name, title, why }: Check, found: Found, bench: Bench): Finding {
  return { name, title, why, ...found, exchanges: bench.takeExchanges() }
}

function summaryOf(findings: readonly Finding[]): Record<Grade, number> {
  const count = (grade: Grade) => findings.filter((finding) => finding.grade === grade).length
  return {
    safe: count('safe'),
    unsafe: count('unsafe'),
    unclear: count('unclear'),
    not_run: count('not_run'),
  }
}

/** Duplicated vouchers are deleted one per round. */
const roundsMax = 4

/** Deletes by key the vouchers of this run and of earlier runs. Returns how many are left. */
async function takeAway(transport: Transport, company: OpenCompany): Promise<number> {
  const read = async () => {
    const found = await readVouchers(transport, company.name, wholeTest(company.booksFrom), [])
    return found.filter(({ narration }) => isOwn(narration))
  }
  let own = await read()
  for (let round = 0; round < roundsMax && own.length > 0; round++) {
    await requireTestCompany(transport, company.name)
    for (const { narration, voucherType, date } of own) {
      const key = keyIn(narration)
      if (key === undefined) continue
      await transport.write(deletion({ company }, { voucherType, date }, remoteIdOf(key)))
    }
    own = await read()
  }
  return own.length
}

/**
 * Returns the test company. Throws AppError `conflict` for any other company, and when another company is open as well: Tally once
 * entered a voucher into another company than it was meant for, with an answer that looked clean.
 */
async function requireTestCompany(transport: Transport, name: string): Promise<OpenCompany> {
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

/** Throws AppError `conflict` when somebody else entered vouchers in the test company. */
async function requireOnlyOwnVouchers(transport: Transport, company: OpenCompany): Promise<void> {
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

function isOwn(narration: string): boolean {
  return narration.startsWith(narrationStart) && keyIn(narration) !== undefined
}

/** The narrations of all vouchers of any date. A query with a period silently leaves out vouchers outside it. */
async function narrationsOfAll(transport: Transport, company: string): Promise<string[]> {
  const request = collectionRequest({
    type: 'Voucher',
    fetch: ['NARRATION'],
    company,
    filters: ['$AlterID > 0'],
  })
  const rows = rowsOf(await transport.read(request), 'VOUCHER')
  return rows.map((row) => textAt(row, 'NARRATION'))
}

/** Tally's release; '' when Tally does not say. */
async function releaseOf(transport: Transport, company: string): Promise<string> {
  const request = collectionRequest({
    type: 'Company',
    fetch: ['NAME'],
    compute: { DBREL: '@@VersionReleaseString' },
    company,
  })
  const [row] = rowsOf(await transport.read(request), 'COMPANY')
  return textAt(row, 'DBREL')
}

function refused(message: string): AppError {
  return new AppError('conflict', message)
}
