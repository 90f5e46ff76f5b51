import { findOrganisation } from '../accounts/queries.ts'
import { query, type Conn, type Params } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { dayInIndia } from '../paper/values.ts'
import type { ScanExportDeps } from '../services/scan-export/service.ts'
import { recordHistory } from './history.ts'
import { portalMonth, type PortalMonth, type PortalRow } from './portal/row.ts'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { FiledBill } from './matching/bill.ts'
import { asc, desc, eq, lt } from 'drizzle-orm'
import { deleteIn, findIn, insertInto } from '../platform/db/statements.ts'
import { gstr2bMonths } from './tables.ts'
import { once } from '../platform/turns.ts'

/** `added`: bills that are new in the month. `gone`: bills that are no longer in it. */
type ImportedMonth = { period: string; bills: number; added: number; gone: number }

type ImportOptions = {
  /** The user who imports; null for the command line. */
  by: string | null
  /** Also replaces a file that the portal made later. */
  replacesNewer?: boolean
}

/**
 * Imports a month's GSTR-2B and replaces an earlier import of the month. Bills that are no longer in the file are removed. If they return,
 * their decisions still apply. Throws AppError `invalid_request` when the GSTIN is not the shop's (or, if the shop's is unknown, not that
 * of the imported months) and for an impossible month, and `conflict` with the field `generatedOn` when a newer file was imported.
 */
export async function importMonth(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  month: PortalMonth,
  { by, replacesNewer = false }: ImportOptions,
): Promise<ImportedMonth> {
  const { gstin, period, generatedOn, rows } = month
  const text = JSON.stringify(rows)
  return await database.write((conn) => {
    const now = clock.now()
    requireOwn(conn, gstin)
    requireOpen(period, now)
    const before = findMonth(conn).get({ period })
    const isOlder = before !== undefined && isKnownOlder(generatedOn, before.generatedOn)
    if (isOlder && !replacesNewer) {
      throw new AppError(
        'conflict',
        `The portal made this file on ${generatedOn}, and what is here of ${monthName(period)} on ${before.generatedOn}.`,
        { field: 'generatedOn' },
      )
    }
    deleteMonth(conn).run({ period })
    insertMonth(conn).run({
      period,
      gstin,
      generatedOn,
      importedAt: now,
      importedBy: by,
      rows: text,
    })
    const imported = { period, bills: rows.length, ...changed(month, before?.rows) }
    recordHistory(conn, now, {
      action: 'gstr-2b imported',
      ...(by === null ? {} : { userId: by }),
      details: imported,
    })
    return imported
  })
}

/** A file without a date may be of any age. */
function isKnownOlder(generatedOn: string, before: string): boolean {
  return generatedOn !== '' && generatedOn < before
}

function changed({ period, rows }: PortalMonth, before: string | undefined) {
  const keysOf = (some: PortalMonth['rows']) =>
    new Set(filedBills(period, some).map(({ id }) => id))
  const [now, earlier] = [keysOf(rows), keysOf(before === undefined ? [] : readRows(before))]
  return { added: now.difference(earlier).size, gone: earlier.difference(now).size }
}

function requireOwn(conn: Conn, gstin: string): void {
  const field = { field: 'gstin' }
  const own = findOrganisation(conn).get()?.gstin ?? null
  if (own === gstin) return
  if (own !== null) {
    throw new AppError(
      'invalid_request',
      `This GSTR-2B is of ${gstin}, and the shop's GSTIN is ${own}. Download the shop's own, or correct the GSTIN in the settings.`,
      field,
    )
  }
  const [known] = listMonths(conn).all()
  if (known === undefined || known.gstin === gstin) return
  throw new AppError(
    'invalid_request',
    `This GSTR-2B is of ${gstin}, and that of ${monthName(known.period)} is of ${known.gstin}. Enter in the settings which GSTIN is the shop's.`,
    field,
  )
}

function requireOpen(period: string, now: number): void {
  const field = { field: 'period' }
  if (period > dayInIndia(now).slice(0, 7)) {
    throw new AppError('invalid_request', `${monthName(period)} is still to come.`, field)
  }
  if (period >= firstOpenMonth(now)) return
  throw new AppError(
    'invalid_request',
    `The credit of ${monthName(period)} can be taken no more: that ended on 30 November after its financial year.`,
    field,
  )
}

/** Hexadecimal digits of a key: 96 bits, so that no two bills have the same key by chance. */
const keyDigits = 24

/**
 * The filed bills of a month. `key` is the same for the same bill in another month and in an amendment. The second of two equal bills in a
 * month has its own key.
 */
export function filedBills(period: string, rows: readonly PortalRow[]): FiledBill[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const base = keyOf(row)
    const before = seen.get(base) ?? 0
    seen.set(base, before + 1)
    const key = before === 0 ? base : `${base}-${before + 1}`
    return { ...row, period, key, id: `${period}-${row.section}-${key}` }
  })
}

function keyOf({ gstin, kind, number, day, originalNumber, originalDay }: PortalRow): string {
  const first = originalNumber === '' ? [number, day] : [originalNumber, originalDay]
  const text = JSON.stringify([gstin, kind, ...first])
  return Bun.SHA256.hash(text, 'hex').slice(0, keyDigits)
}

/** The stored rows of a month. */
export function readRows(text: string): PortalRow[] {
  const rows: unknown = JSON.parse(text)
  if (rowsCheck().Check(rows)) return rows
  throw new Error('What is stored of a GSTR-2B are no rows of one.')
}

const rowsSchema = portalMonth.properties.rows

const rowsCheck = once(() => TypeCompiler.Compile(rowsSchema))

type ByPeriod = Params<{ period: string }>

const insertMonth = insertInto(gstr2bMonths)

const findMonth = findIn(gstr2bMonths, 'period')

export const deleteMonth = deleteIn(gstr2bMonths, 'period')

/** The imported months, the last first, without their rows. */
export const listMonths = query((conn) =>
  conn
    .select({
      seq: gstr2bMonths.seq,
      period: gstr2bMonths.period,
      gstin: gstr2bMonths.gstin,
      generatedOn: gstr2bMonths.generatedOn,
      importedAt: gstr2bMonths.importedAt,
    })
    .from(gstr2bMonths)
    .orderBy(desc(gstr2bMonths.period)),
)

export type MonthHead = ReturnType<ReturnType<typeof listMonths>['all']>[number]

export const listMonthRows = query((conn, { seq }: Params<{ seq: number }>) =>
  conn.select({ rows: gstr2bMonths.rows }).from(gstr2bMonths).where(eq(gstr2bMonths.seq, seq)),
)

/** The oldest month before a month. */
export const findMonthBefore = query((conn, { period }: ByPeriod) =>
  conn
    .select({ period: gstr2bMonths.period })
    .from(gstr2bMonths)
    .where(lt(gstr2bMonths.period, period))
    .orderBy(asc(gstr2bMonths.period))
    .limit(1),
)

/**
 * The first month whose credit can still be taken: until 30 November after the end of its financial year (source: CGST Act, section
 * 16(4)). As yyyy-mm. Older months are deleted.
 */
export function firstOpenMonth(now: number): string {
  const [year = 0, month = 0] = dayInIndia(now).split('-').map(Number)
  return `${month === 12 ? year : year - 1}-04`
}

/** When that month begins, in milliseconds since the epoch. */
export function firstOpenTime(now: number): number {
  return Date.parse(`${firstOpenMonth(now)}-01T00:00:00+05:30`)
}

/** "2026-07" as "July 2026" */
export function monthName(period: string): string {
  return monthFormat().format(new Date(`${period}-01T00:00:00Z`))
}

const monthFormat = once(
  () => new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
