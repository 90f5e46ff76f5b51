import { expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { join } from 'node:path'
import type { Conn } from '../../../src/platform/db/connection.ts'
import { planned } from '../../../src/platform/db/planned.ts'
import { offers, products } from '../../../src/services/storefront/tables.ts'
import { readSources } from '../../import-graph.ts'
import { addProduct } from '../../support/orders.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'

const statements: Record<string, (conn: Conn) => { prepare(): Parameters<typeof planned>[0] }> = {
  'a whole row, with booleans and empty columns': (conn) =>
    conn
      .select()
      .from(products)
      .where(eq(products.sku, sql.placeholder('sku'))),
  'some columns, and expressions with and without a name': (conn) =>
    conn
      .select({
        sku: products.sku,
        isListed: products.isListed,
        half: sql<number>`${products.salePrice} / 2`,
        twice: sql<number>`${products.salePrice} * 2`.mapWith(Number).as('twice'),
      })
      .from(products)
      .where(eq(products.sku, sql.placeholder('sku'))),
  'a page of a list': (conn) =>
    conn
      .select({ sku: products.sku })
      .from(products)
      .orderBy(desc(products.sku))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  'columns in groups, as a join has': (conn) =>
    conn
      .select()
      .from(products)
      .leftJoin(offers, eq(offers.id, products.id))
      .where(eq(products.sku, sql.placeholder('sku'))),
}

test.each(Object.entries(statements))('answers as Drizzle does: %s', async (_, build) => {
  await using book = temporaryDatabase()
  for (const sku of ['A', 'B', 'C']) await addProduct(book.database, { sku, barcode: sku })
  const { read } = book.database
  const params = { sku: 'B', limit: 2, offset: 1 }
  const [plan, drizzle] = [planned(build(read).prepare(), read.$client), build(read).prepare()]
  expect(plan).not.toBe(drizzle)
  for (const way of ['all', 'get', 'values'] as const) {
    expect(plan[way](params)).toEqual(drizzle[way](params))
  }
  expect(plan.get({ ...params, sku: 'D', offset: 5 })).toBeUndefined()
})

test('writes as Drizzle does, booleans included', async () => {
  await using book = temporaryDatabase()
  await addProduct(book.database, { sku: 'A' })
  const isActive = await book.database.write((conn) => {
    const change = conn
      .update(products)
      .set({ isActive: sql`${sql.param(sql.placeholder('isActive'), products.isActive)}` })
      .where(eq(products.sku, sql.placeholder('sku')))
    planned(change.prepare(), conn.$client).run({ sku: 'A', isActive: false })
    return conn.select({ isActive: products.isActive }).from(products).get()?.isActive
  })
  expect(isActive).toBe(false)
})

test('no statement written by hand has a plain LIMIT ?, for which SQLite would prepare it each time', () => {
  const plain = /\b(?:LIMIT|OFFSET) \?\d*(?!\d| ?\+)/
  const sources = [...readSources(join(import.meta.dir, '../../../src'))]
  const found = sources.filter(([file, text]) => !file.endsWith('planned.ts') && plain.test(text))
  expect(found.map(([file]) => file)).toEqual([])
})
