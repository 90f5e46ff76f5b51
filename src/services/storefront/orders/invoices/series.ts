import { eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import { recordHistory } from '../../history.ts'
import { financialYearOf } from '../rules.ts'
import { invoiceNumberOf, runningMax } from './rules.ts'
import { sellerSettings } from './seller.ts'
import { creditNoteCounters, invoiceCounters } from './tables.ts'

/** The kinds of numbered papers. Each kind has its own series, which begins with 1 in every financial year. */
export const seriesNames = ['invoice', 'credit note'] as const

export type SeriesName = (typeof seriesNames)[number]

const counters = {
  invoice: counterIn(invoiceCounters),
  'credit note': counterIn(creditNoteCounters),
}

/** Takes the next number of a series. Undoing the command gives the number back. */
export function takeNumber(conn: Conn, series: SeriesName, now: number): string {
  const year = financialYearOf(now)
  const running = counters[series].take(conn).get({ year })?.last
  if (running === undefined) throw new Error(`The counter of the ${series} gave no number.`)
  return invoiceNumberOf(prefixOf(conn, series), year, running)
}

/** The next number of each series, as counted and as printed. */
export function nextNumbers(conn: Conn, now: number) {
  const nextOf = (series: SeriesName) => {
    const year = financialYearOf(now)
    const running = lastOf(conn, series, year) + 1
    return { series, running, number: invoiceNumberOf(prefixOf(conn, series), year, running) }
  }
  return seriesNames.map(nextOf)
}

/**
 * Continues a series of this financial year at `running`, for a shop that used earlier numbers elsewhere. Throws
 * AppError `invalid_request` if it is not a valid number, `conflict` if the number was already used; both with the
 * field `running`.
 */
export function setNextNumber(
  conn: Conn,
  { series, running, by }: { series: SeriesName; running: number; by: string },
  now: number,
): void {
  const year = financialYearOf(now)
  const last = lastOf(conn, series, year)
  if (!Number.isInteger(running) || running < 1 || running > runningMax) {
    const message = `Give a whole number from 1 to ${runningMax}.`
    throw new AppError('invalid_request', message, { field: 'running' })
  }
  if (running === last + 1) return
  if (running <= last) {
    const given = invoiceNumberOf(prefixOf(conn, series), year, last)
    const message = `${given} was given already: a number is never given twice. The next one is ${last + 1} or higher.`
    throw new AppError('conflict', message, { field: 'running' })
  }
  counters[series].set(conn).run({ year, last: running - 1 })
  const details = { series, running }
  recordHistory(conn, now, { action: 'invoice settings changed', userId: by, details })
}

function lastOf(conn: Conn, series: SeriesName, year: number): number {
  return counters[series].find(conn).get({ year })?.last ?? 0
}

function prefixOf(conn: Conn, series: SeriesName): string {
  const { prefix, creditPrefix } = sellerSettings(conn)
  return series === 'invoice' ? prefix : creditPrefix
}

function counterIn(table: typeof invoiceCounters | typeof creditNoteCounters) {
  return {
    find: query((conn, { year }: Params<{ year: number }>) =>
      conn.select({ last: table.last }).from(table).where(eq(table.year, year)),
    ),
    take: query((conn, { year }: Params<{ year: number }>) =>
      conn
        .insert(table)
        .values({ year, last: 1 })
        .onConflictDoUpdate({ target: table.year, set: { last: sql`${table.last} + 1` } })
        .returning({ last: table.last }),
    ),
    set: query((conn, { year, last }: Params<{ year: number; last: number }>) =>
      conn
        .insert(table)
        .values({ year, last })
        .onConflictDoUpdate({ target: table.year, set: { last: sql`excluded.last` } }),
    ),
  }
}
