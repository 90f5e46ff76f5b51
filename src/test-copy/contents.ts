import type { Database } from 'bun:sqlite'
import { makeGstin } from '../platform/gst/gstin.ts'

/*
 * What of the book comes into the copy that test keys work on: the catalogue, the orders, the documents and what reads and names
 * them. Not who may sign in and with what, not what people did, not who the customers are.
 */

/** Tables that come as they are, but for customers and for ledgers that nothing is entered in. Whatever is not named here comes empty, also what is added one day. */
const carried: ReadonlySet<string> = new Set([
  '__drizzle_migrations',
  'organisations',
  'credit_balances',
  'settings',
  'files',
  'changes',
  'change_marks',
  'names',
  'aliases',
  'name_list_versions',
  'documents',
  'scans',
  'waiting_scans',
  'reading_jobs',
  'readings',
  'different_papers',
  'rename_rules',
  'rename_rule_state',
  'learnt_sellers',
  'learnt_items',
  'learnt_bills',
  'reading_phrases',
  'seller_habits',
  'learnt_aliases',
  'book_companies',
  'book_masters',
  'book_master_terms',
  'book_mappings',
  'categories',
  'offers',
  'products',
  'product_images',
  'variants',
  'catalogue_state',
  'orders',
  'order_items',
  'order_counters',
  'invoices',
  'invoice_counters',
  'credit_notes',
  'credit_note_lines',
  'credit_note_counters',
])

/** Settings that answers to keys depend on. The others may name folders, places and what opens them. */
const carriedSettings: readonly string[] = [
  'disk.share',
  'scan-export.duplicates',
  'scan-export.reading',
  'invoices.seller',
]

type Trigger = { name: string; sql: string }

/** Takes out of a copy of the book what test keys have no business with, in one transaction. */
export function strip(copy: Database): void {
  copy.transaction(() => {
    // They would write each order down as changed.
    const triggers = copy
      .query<Trigger, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      .all()
    for (const { name } of triggers) copy.run(`DROP TRIGGER "${name}"`)
    for (const sql of customersOfBooksGone) copy.run(sql)
    for (const name of tablesOf(copy)) if (!carried.has(name)) copy.run(`DELETE FROM "${name}"`)
    copy.run('DELETE FROM settings WHERE name NOT IN (SELECT value FROM json_each(?))', [
      JSON.stringify(carriedSettings),
    ])
    // Whoever prepares a change of the rules does so in the book.
    copy.run('UPDATE rename_rule_state SET change_id = NULL')
    copy.run(customersMadeUp)
    // Somebody typed it, and may have named whose goods came back.
    copy.run("UPDATE credit_notes SET reason = 'Test reason' WHERE reason <> ''")
    makeUpGstins(copy)
    for (const { sql } of triggers) copy.run(sql)
  })()
}

export function tablesOf(database: Database): string[] {
  return database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
}

const gstinsOfCustomers = `SELECT customer_gstin FROM orders WHERE customer_gstin <> ''
  UNION SELECT gstin FROM customers WHERE gstin <> ''`

/**
 * Accounting books have a ledger for each customer, too: of their ledgers those stay alone in which something is entered, and of
 * these none that is a customer's. While the customers are still there.
 */
const customersOfBooksGone: readonly string[] = [
  `DELETE FROM book_mappings WHERE match IN (${gstinsOfCustomers}) OR EXISTS (
    SELECT 1 FROM book_masters AS master WHERE master.kind = 'ledger' AND master.books = book_mappings.books
      AND master.id = book_mappings.master_id AND master.gstin IN (${gstinsOfCustomers}))`,
  `DELETE FROM book_masters WHERE kind = 'ledger' AND (books, id) NOT IN (
    SELECT books, master_id FROM book_mappings WHERE kind IN ('party', 'ledger') AND master_id IS NOT NULL)`,
  `DELETE FROM book_master_terms WHERE kind = 'ledger' AND (books, master_id) NOT IN (
    SELECT books, id FROM book_masters WHERE kind = 'ledger')`,
]

/** Nobody has such a phone number: numbers of India begin with 1 to 9. The state stays, as the tax depends on it. */
const customersMadeUp = `UPDATE orders SET
  customer_name = 'Test customer ' || seq,
  customer_phone = iif(customer_phone = '', '', printf('%010d', seq)),
  shipping_address = iif(shipping_address = '', '', 'Test address ' || seq),
  shipping_pincode = iif(shipping_pincode = '', '', substr(shipping_pincode, 1, 3) || '001')`

/** A GSTIN holds the PAN of whoever has it: each becomes one of the same state that is right in its form and nobody's. */
function makeUpGstins(copy: Database): void {
  const states = copy
    .query<{ state: string }, []>(
      "SELECT DISTINCT substr(customer_gstin, 1, 2) AS state FROM orders WHERE customer_gstin <> ''",
    )
    .all()
  for (const { state } of states) {
    const madeUp = makeGstin(state, 'AAAAA0000A', '1')
    copy.run(
      "UPDATE orders SET customer_gstin = ? WHERE substr(customer_gstin, 1, 2) = ? AND customer_gstin <> ''",
      [madeUp, state],
    )
  }
}
