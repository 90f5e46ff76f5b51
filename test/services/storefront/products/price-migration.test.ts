import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'

const migration = readFileSync(
  join(import.meta.dir, '../../../../drizzle/book/0034_prices_and_halves.sql'),
  'utf8',
)

test('what stood at 0 before counts as without a price, and invoices stay as they were printed', () => {
  using book = new Database(':memory:')
  book.run('CREATE TABLE kept_bills (seq INTEGER); CREATE TABLE settings (name TEXT)')
  book.run("INSERT INTO settings VALUES ('scan-export.kept-bills'), ('invoices.seller')")
  for (const table of ['products', 'variants']) {
    book.run(`CREATE TABLE ${table} (sale_price INTEGER)`)
    book.run(`INSERT INTO ${table} VALUES (0), (1), (45000)`)
  }
  book.run('CREATE TABLE invoices (number TEXT)')
  book.run("INSERT INTO invoices VALUES ('INV/26-27/00001')")
  for (const statement of migration.split('--> statement-breakpoint')) book.run(statement)
  for (const table of ['products', 'variants']) {
    const rows = book.query(`SELECT price_given FROM ${table} ORDER BY sale_price`).values()
    expect(rows).toEqual([[0], [1], [1]])
  }
  expect(book.query('SELECT halves_are_equal FROM invoices').values()).toEqual([[0]])
  // The heads of bills that are still here are read again, to know which name no tax.
  expect(book.query('SELECT name FROM settings').values()).toEqual([['invoices.seller']])
})
