import type { Database } from 'bun:sqlite'
import { makeGstin } from '../platform/gst/gstin.ts'

/*
 * What the copy for test keys takes from the book: the catalogue, the orders, the documents, and what is needed to read and name them. It
 * leaves out users and their credentials, what people did, and who the customers are.
 */

/**
 * Tables that are copied. `strip` then deletes customers' ledgers and unused ledgers, and replaces customers' names. All other tables stay
 * empty, also tables that are added later.
 */
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
  'document_heads',
  'waiting_scans',
  'waiting_counts',
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

/** Settings that affect answers to keys. Other settings may name folders, places and their credentials. */
const carriedSettings: readonly string[] = [
  'disk.share',
  'scan-export.duplicates',
  'scan-export.reading',
  'invoices.seller',
]

type Trigger = { name: string; sql: string }

/** Removes from a copy of the book what test keys must not see, in one transaction. */
export function strip(copy: Database): void {
  copy.transaction(() => {
    // The triggers would record each order as changed.
    const triggers = copy
      .query<Trigger, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      .all()
    for (const { name } of triggers) copy.run(`DROP TRIGGER "${name}"`)
    for (const sql of deleteCustomerLedgers) copy.run(sql)
    for (const name of tablesOf(copy)) if (!carried.has(name)) copy.run(`DELETE FROM "${name}"`)
    copy.run('DELETE FROM settings WHERE name NOT IN (SELECT value FROM json_each(?))', [
      JSON.stringify(carriedSettings),
    ])
    // A prepared change of the rules belongs to the book.
    copy.run('UPDATE rename_rule_state SET change_id = NULL')
    copy.run(anonymiseCustomers)
    // A person typed the reason and may have named a customer.
    copy.run("UPDATE credit_notes SET reason = 'Test reason' WHERE reason <> ''")
    anonymiseGstins(copy)
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
 * Accounting companies have a ledger for each customer too. Keeps only ledgers in which something is entered, and no customer's ledger.
 * Runs while the customers are still in the copy.
 */
const deleteCustomerLedgers: readonly string[] = [
  `DELETE FROM book_mappings WHERE match IN (${gstinsOfCustomers}) OR EXISTS (
    SELECT 1 FROM book_masters AS master WHERE master.kind = 'ledger' AND master.books = book_mappings.books
      AND master.id = book_mappings.master_id AND master.gstin IN (${gstinsOfCustomers}))`,
  `DELETE FROM book_masters WHERE kind = 'ledger' AND (books, id) NOT IN (
    SELECT books, master_id FROM book_mappings WHERE kind IN ('party', 'ledger') AND master_id IS NOT NULL)`,
  `DELETE FROM book_master_terms WHERE kind = 'ledger' AND (books, master_id) NOT IN (
    SELECT books, id FROM book_masters WHERE kind = 'ledger')`,
]

/** Nobody has such a phone number: numbers in India begin with 1 to 9. The state stays, because the tax depends on it. */
const anonymiseCustomers = `UPDATE orders SET
  customer_name = 'Test customer ' || seq,
  customer_phone = iif(customer_phone = '', '', printf('%010d', seq)),
  shipping_address = iif(shipping_address = '', '', 'Test address ' || seq),
  shipping_pincode = iif(shipping_pincode = '', '', substr(shipping_pincode, 1, 3) || '001')`

/** A GSTIN contains its owner's PAN. Replaces each by a valid GSTIN of the same state that belongs to nobody. */
function anonymiseGstins(copy: Database): void {
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
