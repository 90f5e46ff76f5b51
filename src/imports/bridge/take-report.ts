import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Database } from '../../platform/db/database.ts'
import { findReport, listReports, storeReport, type StoredReport } from './report-queries.ts'

/** How the books are, as a bridge finds them. */
export const healths = [
  'closed',
  'silent',
  'refused',
  'no_company',
  'wrong_company',
  'educational',
  'ready',
] as const

type BookHealth = (typeof healths)[number]

/** Characters of the texts in a report. */
const textMax = 300

const text = (description: string) => Type.String({ maxLength: textMax, description })

export const companySchema = Type.Object({
  name: text('As the books call it.'),
  guid: text('What the books know it by; a copy of a company may have the same.'),
  number: text('Its number in the books.'),
  books_from: text('The day from which it has books, yyyy-mm-dd; "" when unknown.'),
})

export type Company = Static<typeof companySchema>

/** What a bridge says of itself; `waiting` is how many documents and orders it could not enter yet. */
export type Report = {
  system: string
  company: Company | null
  health: BookHealth
  sentence: string
  version: string
  machine: string
  waiting: number
}

/** A report that says what is known already is stored again only after so long, in milliseconds. */
const storedAgainAfterMs = 60_000

/** A bridge is silent when nothing was heard of it for so long, in milliseconds; it reports every minute at least. */
export const silentAfterMs = 10 * 60_000

/** Notes what a bridge says. */
export async function takeReport(
  { database }: { database: Database },
  keyId: string,
  { company, ...report }: Report,
  now: number,
): Promise<void> {
  const row = { ...report, keyId, company: company && JSON.stringify(company), heardAt: now }
  const known = findReport(database.read).get({ keyId })
  if (known !== undefined && isSame(known, row)) return
  await database.write((conn) => storeReport(conn).run(row))
}

function isSame(known: StoredReport, row: StoredReport): boolean {
  const age = row.heardAt - known.heardAt
  if (age < 0 || age >= storedAgainAfterMs) return false
  return Bun.deepEquals({ ...known, heardAt: 0 }, { ...row, heardAt: 0 })
}

/** Bridges as they were heard of last. */
export function knownBridges({ database: { read } }: { database: Database }, now: number) {
  return listReports(read)
    .all()
    .map(({ company, heardAt, health, ...report }) => ({
      ...report,
      health: healths.find((one) => one === health) ?? 'silent',
      company: readCompany(company),
      heardAt,
      isSilent: now - heardAt > silentAfterMs,
    }))
}

function readCompany(stored: string | null): Company | null {
  const company: unknown = JSON.parse(stored ?? 'null')
  return Value.Check(companySchema, company) ? company : null
}
