import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { findBooks, keepBooks } from './companies.ts'
import {
  deleteMaster,
  deleteTerms,
  findMaster,
  insertMaster,
  insertTerm,
  listUnseen,
  setRun,
  findReport,
  listReports,
  storeReport,
  type StoredReport,
} from './master-queries.ts'
import { sortMasters, termsOf, type Master, type MasterKind, type RefusedMaster } from './rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { foldText, toNfc } from '../../platform/text.ts'

/** The condition of the accounts, as a bridge finds it. */
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

/** The longest text in a report. */
const textMax = 300

const text = (description: string) => Type.String({ maxLength: textMax, description })

export const companySchema = Type.Object({
  name: text('The name of the company in the accounts.'),
  guid: text('The id of the company in the accounts. A copy of a company may have the same id.'),
  number: text('The number of the company in the accounts.'),
  books_from: text('The first day of its accounts, yyyy-mm-dd. "" if it is unknown.'),
})

type Company = Static<typeof companySchema>

/** The most files in a report. */
export const filesMax = 100

/** A file that a bridge wrote and nobody has confirmed yet. */
export const writtenFileSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: textMax, description: 'The name of the file.' }),
  made_at: Type.String({
    maxLength: textMax,
    description: 'When the bridge wrote the file, in ISO 8601.',
  }),
  vouchers: Type.Integer({ minimum: 0, description: 'How many vouchers the file has.' }),
  documents: Type.Integer({
    minimum: 0,
    description: 'How many documents and orders the vouchers belong to.',
  }),
  is_gone: Type.Boolean({
    description: 'Somebody deleted or moved the file without confirming it.',
  }),
})

export type WrittenFile = Static<typeof writtenFileSchema>

const writtenFiles = Type.Array(writtenFileSchema)

/** A bridge's report. `waiting` is how many documents and orders it could not enter yet. */
type Report = {
  system: string
  /** The company that is open. */
  company: Company | null
  /** The paired company, which may be a different one. */
  paired: Company | null
  health: BookHealth
  sentence: string
  version: string
  machine: string
  waiting: number
  files: WrittenFile[]
}

/** Milliseconds after which an unchanged report is stored again. */
const storedAgainAfterMs = 60_000

/** Milliseconds after which a bridge counts as silent. A bridge reports at least every minute. */
export const silentAfterMs = 10 * 60_000

/**
 * Stores a bridge's report. Returns the number of its accounts, under which everything about them is kept; null where the bridge never
 * named them.
 */
export async function takeReport(
  { database }: { database: Database },
  keyId: string,
  report: Report,
  now: number,
): Promise<number | null> {
  // Take only known fields. Extra fields in the body would make every report look new.
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

/** The company that a bridge enters into: the paired one, or else the open one, unless that is the wrong one. */
function identityOf({ system, company, paired, health }: Report) {
  const own = paired ?? (health === 'wrong_company' ? null : company)
  if (own === null) return undefined
  const { name, guid, number, books_from: booksFrom } = own
  // Accounts without ids are identified by their name.
  return { system, guid: guid === '' && number === '' ? name : guid, number, booksFrom, name }
}

function isSame(known: StoredReport, row: StoredReport): boolean {
  const age = row.heardAt - known.heardAt
  if (age < 0 || age >= storedAgainAfterMs) return false
  return Bun.deepEquals({ ...known, heardAt: 0 }, { ...row, heardAt: 0 })
}

/** All bridges with their latest report. */
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

type MastersInput = {
  books: number
  kind: MasterKind
  masters: readonly unknown[]
  gone: readonly string[]
  /** The read that this call is part of. Default: a read of its own. */
  run: string
  /** Whether this is the last call of a full read. Masters that the read did not see are then removed. */
  isWhole: boolean
}

type StoredMasters = { stored: number; gone: number; refused: RefusedMaster[] }

type Deps = { database: Database }

/**
 * Stores the masters that a bridge read, in short transactions. An unchanged master is only marked as seen. A faulty master is refused
 * alone.
 */
export async function storeMasters(
  deps: Deps,
  { books, kind, masters, gone, run, isWhole }: MastersInput,
): Promise<StoredMasters> {
  const { good, refused } = sortMasters(masters)
  const of = { books, kind }
  const remove = (conn: Conn, id: string) => removeMaster(conn, of, id)
  const stored = await countEach(deps, good, (conn, master) => storeMaster(conn, of, master, run))
  const removed = await countEach(deps, gone, remove)
  const unseen = isWhole ? listUnseen(deps.database.read).all({ ...of, run }) : []
  const dropped = await countEach(deps, unseen, (conn, { id }) => remove(conn, id))
  return { stored, gone: removed + dropped, refused }
}

/** Counts the items that changed something. */
async function countEach<T>(
  { database }: Deps,
  items: readonly T[],
  change: (conn: Conn, item: T) => boolean,
): Promise<number> {
  let changed = 0
  const slices = database.writeEach(items, {}, (conn, slice) =>
    Array.from(slice, (item) => change(conn, item)),
  )
  for await (const slice of slices) changed += slice.filter(Boolean).length
  return changed
}

type Of = { books: number; kind: MasterKind }

/** Returns whether the master changed. */
function storeMaster(conn: Conn, of: Of, master: Master, run: string): boolean {
  const { id, alter_id: alterId, gstin = '', hsn = '', ...rest } = master
  const name = toNfc(master.name)
  const known = findMaster(conn).get({ ...of, id })
  if (known?.alterId === alterId && known.name === name) {
    if (known.run !== run) setRun(conn).run({ ...of, id, run })
    return false
  }
  if (known !== undefined) removeMaster(conn, of, id)
  const { name: _, ...details } = rest
  insertMaster(conn).run({
    ...of,
    id,
    name,
    folded: foldText(name),
    alterId,
    gstin: gstin.trim().toUpperCase(),
    hsn: hsn.trim(),
    details: JSON.stringify(details),
    run,
  })
  for (const term of termsOf([name, ...(master.aliases ?? [])])) {
    insertTerm(conn).run({ ...of, term, masterId: id })
  }
  return true
}

function removeMaster(conn: Conn, of: Of, id: string): boolean {
  const isKnown = findMaster(conn).get({ ...of, id }) !== undefined
  deleteTerms(conn).run({ ...of, masterId: id })
  deleteMaster(conn).run({ ...of, id })
  return isKnown
}
