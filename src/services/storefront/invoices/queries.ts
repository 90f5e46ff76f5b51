import { eq, sql } from 'drizzle-orm'
import { query, type Params } from '../../../platform/db/connection.ts'
import { insertInto } from '../../../platform/db/statements.ts'
import { invoiceCounters, invoices } from './tables.ts'

export type Invoice = typeof invoices.$inferSelect

export const findInvoice = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn.select().from(invoices).where(eq(invoices.orderSeq, orderSeq)),
)

export const insertInvoice = insertInto(invoices)

/** The next number of a financial year: given back when the command is undone. */
export const takeInvoiceNumber = query((conn, { year }: Params<{ year: number }>) =>
  conn
    .insert(invoiceCounters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({
      target: invoiceCounters.year,
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning({ last: invoiceCounters.last }),
)
