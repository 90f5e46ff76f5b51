import { expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import {
  countVendorProducts,
  mergeNameEntries,
  removeNameEntry,
} from '../../../../src/services/storefront/inventory/vendors.ts'
import { products } from '../../../../src/services/storefront/tables.ts'
import { addProducts } from '../../../support/catalogue.ts'
import { codeOf, noon, setClock, temporaryDatabase } from '../../../support/temporary-database.ts'

/** More than one transaction gives another vendor, twice over. */
const many = 1_200

async function shopWithProducts() {
  const temporary = temporaryDatabase()
  const { database } = temporary
  const add = async (name: string) =>
    (await database.write((conn) => addName(conn, 'vendor', { name, aliases: [] }, noon))).id
  const [from, into] = [await add('From'), await add('Into')]
  const inputs = Array.from({ length: many }, () => ({ vendorId: from, updatedAt: noon }))
  await addProducts(database, [...inputs, { vendorId: into }, { vendorId: null }])
  return {
    database,
    clock: setClock(noon + 1000),
    from,
    into,
    count: (id: string) => countVendorProducts(database.read, id),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  }
}

test('all products of a vendor go along, however many, and are otherwise as they were', async () => {
  await using shop = await shopWithProducts()
  await mergeNameEntries(shop, shop, 'owner')
  expect([shop.count(shop.from), shop.count(shop.into)]).toEqual([0, many + 1])
  const times = new Set(shop.database.read.select({ at: products.updatedAt }).from(products).all())
  expect([...times].filter(({ at }) => at === shop.clock.now())).toEqual([])
})

test('a merge that is refused moves no product', async () => {
  await using shop = await shopWithProducts()
  const { from } = shop
  expect(await codeOf(mergeNameEntries(shop, { from, into: 'nobody' }, 'owner'))).toBe('not_found')
  expect(await codeOf(mergeNameEntries(shop, { from, into: from }, 'owner'))).toBe(
    'invalid_request',
  )
  expect(shop.count(from)).toBe(many)
})

test('all products of a vendor that is deleted have none', async () => {
  await using shop = await shopWithProducts()
  await removeNameEntry(shop, shop.from, 'owner')
  expect([shop.count(shop.from), shop.count(shop.into)]).toEqual([0, 1])
})
