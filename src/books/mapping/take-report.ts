import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Database } from '../../platform/db/database.ts'
import { findBooks, keepBooks } from './companies.ts'
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

/** Files that one bridge tells of. */
export const filesMax = 100

/** A file that a bridge wrote, and that nobody has confirmed yet. */
export const writtenFileSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: textMax, description: 'Of the file.' }),
  made_at: Type.String({ maxLength: textMax, description: 'When it was written, in ISO 8601.' }),
  vouchers: Type.Integer({ minimum: 0, description: 'How many are in it.' }),
  documents: Type.Integer({
    minimum: 0,
    description: 'How many documents and orders they are of.',
  }),
  is_gone: Type.Boolean({ description: 'Somebody deleted or moved it, and did not confirm it.' }),
})

export type WrittenFile = Static<typeof writtenFileSchema>

const writtenFiles = Type.Array(writtenFileSchema)

/** What a bridge says of itself; `waiting` is how many documents and orders it could not enter yet. */
export type Report = {
  system: string
  /** The one that is open. */
  company: Company | null
  /** The one that it enters into, where that may be another one. */
  paired: Company | null
  health: BookHealth
  sentence: string
  version: string
  machine: string
  waiting: number
  files: WrittenFile[]
}

/** A report that says what is known already is stored again only after so long, in milliseconds. */
const storedAgainAfterMs = 60_000

/** A bridge is silent when nothing was heard of it for so long, in milliseconds; it reports every minute at least. */
export const silentAfterMs = 10 * 60_000

/** Notes what a bridge says. Returns the number of its books, under which what is said of them is kept; null where it never said which. */
export async function takeReport(
  { database }: { database: Database },
  keyId: string,
  report: Report,
  now: number,
): Promise<number | null> {
  // Of a body that may say more: what is not kept would make each report another one.
  const { system, company, health, sentence, version, machine, waiting, files } = report
  const rest = { system, health, sentence, version, machine, waiting }
  const known = findReport(database.read).get({ keyId })
  const identity = identityOf(report)
  const books =
    identity === undefined ? (known?.books ?? null) : findBooks(database.read).get(identity)?.id
  const row = {
    ...rest,
    keyId,
    company: company && JSON.stringify(company),
    files: JSON.stringify(files),
    heardAt: now,
  }
  if (known !== undefined && books !== undefined && isSame(known, { ...row, books })) return books
  return await database.write((conn) => {
    const kept = identity === undefined ? (books ?? null) : keepBooks(conn, identity, keyId, now)
    storeReport(conn).run({ ...row, books: kept })
    return kept
  })
}

/** A bridge that does not say what it was paired with enters into the company that is open, unless that is the wrong one. */
function identityOf({ system, company, paired, health }: Report) {
  const own = paired ?? (health === 'wrong_company' ? null : company)
  if (own === null) return undefined
  const { name, guid, number, books_from: booksFrom } = own
  // What has no ids of its own is known by its name.
  return { system, guid: guid === '' && number === '' ? name : guid, number, booksFrom, name }
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
    .map(({ company, heardAt, health, files, ...report }) => ({
      ...report,
      files: readFiles(files),
      health: healths.find((one) => one === health) ?? 'silent',
      company: readCompany(company),
      heardAt,
      isSilent: now - heardAt > silentAfterMs,
    }))
}

function readFiles(stored: string | null): WrittenFile[] {
  const files: unknown = JSON.parse(stored ?? '[]')
  return Value.Check(writtenFiles, files) ? files : []
}

function readCompany(stored: string | null): Company | null {
  const company: unknown = JSON.parse(stored ?? 'null')
  return Value.Check(companySchema, company) ? company : null
}
