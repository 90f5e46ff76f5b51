import { sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { findIn } from '../../../platform/db/statements.ts'
import { creditNoteCounters, invoiceCounters, orderCounters } from '../tables.ts'
import { financialYearOf } from './rules.ts'

/* Orders, invoices and credit notes are numbered one after the other, each kind from 1 in every financial year. */

const counters = {
  order: counterIn(orderCounters),
  invoice: counterIn(invoiceCounters),
  'credit note': counterIn(creditNoteCounters),
}

type Numbered = keyof typeof counters

/** Takes the next number of a financial year. Undoing the command gives the number back. */
export function takeNumber(
  conn: Conn,
  kind: Numbered,
  time: number,
): { year: number; running: number } {
  const year = financialYearOf(time)
  const running = counters[kind].take(conn).get({ year })?.last
  if (running === undefined) throw new Error(`The counter of the ${kind} gave no number.`)
  return { year, running }
}

/** The last number that was taken in a financial year. 0 before the first. */
export function lastNumber(conn: Conn, kind: Numbered, year: number): number {
  return counters[kind].find(conn).get({ year })?.last ?? 0
}

/** Raises the counter, so that no number up to `running` is given again. */
export function keepNumber(conn: Conn, kind: Numbered, year: number, running: number): void {
  counters[kind].raise(conn).run({ year, running })
}

function counterIn(
  table: typeof orderCounters | typeof invoiceCounters | typeof creditNoteCounters,
) {
  return {
    find: findIn(table, 'year'),
    take: query((conn, { year }: Params<{ year: number }>) =>
      conn
        .insert(table)
        .values({ year, last: 1 })
        .onConflictDoUpdate({ target: table.year, set: { last: sql`${table.last} + 1` } })
        .returning({ last: table.last }),
    ),
    raise: query((conn, { year, running }: Params<{ year: number; running: number }>) =>
      conn
        .insert(table)
        .values({ year, last: running })
        .onConflictDoUpdate({
          target: table.year,
          set: { last: sql`max(${table.last}, excluded.last)` },
        }),
    ),
  }
}
