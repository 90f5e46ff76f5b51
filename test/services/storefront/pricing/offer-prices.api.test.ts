import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { offers } from '../../../../src/services/storefront/tables.ts'
import { appHere } from '../../../support/app-here.ts'
import { addCategory, addOffer, addProduct } from '../../../support/catalogue.ts'
import { noon } from '../../../support/temporary-database.ts'
import { eachAnew } from '../../../support/until-end.ts'

const here = eachAnew(async () => {
  const app = await appHere()
  const scopes = ['storefront:read', 'orders:create'] as const
  return { ...app, ...(await app.addKey({ service: 'storefront', scopes })) }
})

async function call(path: string, body?: JsonObject) {
  const response = await here().ask(here().key, `storefront${path}`, body)
  const json: JsonObject = await response.json()
  return { status: response.status, json }
}

/** What the list says a product costs, without and with an offer. */
async function listed(): Promise<unknown[]> {
  const { data } = (await call('/products')).json
  return Array.isArray(data)
    ? data
        .filter(isJsonObject)
        .map(({ sale_price, offer_price, offer_id }) => [sale_price, offer_price, offer_id])
    : []
}

const tenOff = { ruleKind: 'percentage', ruleValue: '10' } as const

describe('an offer that prices', () => {
  test('is in the list, in the product and its variants; the sale price stays', async () => {
    const { database } = here()
    const { slug } = await addProduct(database, {
      salePrice: 59_950,
      variants: [{ salePrice: 40_000 }, { salePrice: 0 }],
    })
    const { id } = await addOffer(database, {
      title: 'All',
      ...tenOff,
      appliesTo: 'everything',
    })
    expect(await listed()).toEqual([[599.5, 539.55, id]])
    expect((await call(`/products/${slug}`)).json).toMatchObject({
      data: {
        sale_price: 599.5,
        offer_price: 539.55,
        offer_id: id,
        variants: [
          { sale_price: 400, offer_price: 360, offer_id: id },
          { sale_price: 0, offer_price: null, offer_id: null },
        ],
      },
    })
  })

  test('counts for what it names alone', async () => {
    const { database } = here()
    const sweets = await addCategory(database, { name: 'Sweets' })
    const soap = await addProduct(database, { salePrice: 100, createdAt: 1 })
    await addProduct(database, { salePrice: 200, categoryId: sweets.id, createdAt: 2 })
    await addProduct(database, { salePrice: 300, createdAt: 3 })
    await addOffer(database, {
      title: 'Sweets',
      ...tenOff,
      appliesTo: 'categories',
      targets: sweets.id,
    })
    await addOffer(database, {
      title: 'Soap',
      ruleKind: 'flat',
      ruleValue: '0.5',
      appliesTo: 'products',
      targets: soap.id,
    })
    const prices = (await listed()).map((row) => (Array.isArray(row) ? row.slice(0, 2) : row))
    expect(prices).toEqual([
      [3, null],
      [2, 1.8],
      [1, 0.5],
    ])
  })

  test('counts while it is announced, and not when it is switched off or only announced', async () => {
    const { database } = here()
    await addProduct(database, { salePrice: 1_000 })
    await addOffer(database, { title: 'Announced', ...tenOff })
    await addOffer(database, {
      title: 'Off',
      ...tenOff,
      appliesTo: 'everything',
      isActive: false,
    })
    expect(await listed()).toEqual([[10, null, null]])
  })

  test('changes the answers that are kept at its first and its last moment, without a write', async () => {
    const { database } = here()
    const { slug } = await addProduct(database, { salePrice: 1_000 })
    const { id } = await addOffer(database, {
      title: 'Hour',
      ...tenOff,
      appliesTo: 'everything',
      startsAt: noon + 1_000,
      endsAt: noon + 2_000,
    })
    const shown = async (time: number) => {
      here().clock.at(time)
      const one = (await call(`/products/${slug}`)).json['data']
      return [...(await listed()), isJsonObject(one) ? one['offer_price'] : one]
    }
    const without = [[10, null, null], null]
    const withOffer = [[10, 9, id], 9]
    expect(await shown(noon)).toEqual(without)
    expect(await shown(noon + 999)).toEqual(without)
    expect(await shown(noon + 1_000)).toEqual(withOffer)
    expect(await shown(noon + 2_000)).toEqual(withOffer)
    expect(await shown(noon + 2_001)).toEqual(without)
    // A clock that is set back.
    expect(await shown(noon + 1_500)).toEqual(withOffer)
  })

  test('leaves the list of offers as it is', async () => {
    const terms = { title: 'All', ...tenOff, slug: 'all', startsAt: noon }
    const { id } = await addOffer(here().database, terms)
    const announced = (await call('/offers')).json
    await here().database.write((conn) =>
      conn.update(offers).set({ appliesTo: 'everything' }).where(eq(offers.id, id)).run(),
    )
    expect((await call('/offers')).json).toEqual(announced)
  })

  test('never shows the lowest price of a product as such', async () => {
    await addProduct(here().database, { salePrice: 1_000, minSalePrice: 950 })
    await addOffer(here().database, { title: 'All', ...tenOff, appliesTo: 'everything' })
    expect(await listed()).toEqual([[10, 9.5, expect.any(String)]])
    expect(JSON.stringify((await call('/products')).json)).not.toContain('min_sale_price')
  })
})

/** Sells two of something that costs 10.00, and 9.00 with the offer. */
async function sell(line: JsonObject) {
  await addProduct(here().database, { sku: 'A', salePrice: 1_000, stockQuantity: 9 })
  await addOffer(here().database, { title: 'All', ...tenOff, appliesTo: 'everything' })
  return await call('/orders', { items: [{ sku: 'A', quantity: 2, ...line }] })
}

describe('an order by a key that may not set prices', () => {
  test('has the price of the offer, and says which one it was', async () => {
    const { status, json } = await sell({})
    expect(status).toBe(201)
    expect(json).toMatchObject({ total: 18, items: [{ unit_price: 9, offer_title: 'All' }] })
  })

  test('may say the price of the offer', async () => {
    const { json } = await sell({ unit_price: 9 })
    expect(json).toMatchObject({ total: 18, items: [{ unit_price: 9, offer_title: 'All' }] })
  })

  test('may say the sale price, which its customer was shown', async () => {
    const { json } = await sell({ unit_price: 10 })
    expect(json).toMatchObject({ total: 20, items: [{ unit_price: 10, offer_title: null }] })
  })

  test('is refused any other price, naming all three', async () => {
    const { status, json } = await sell({ unit_price: 8 })
    expect(status).toBe(409)
    expect(JSON.stringify(json)).toContain(
      "must be 9, the price with “All”, or 10, the catalogue's price of A, for a key without the scope orders:price, got 8",
    )
  })

  test('has the price of the moment it is placed at', async () => {
    await addOffer(here().database, {
      title: 'Gone',
      ...tenOff,
      appliesTo: 'everything',
      endsAt: noon - 1,
    })
    await addProduct(here().database, { sku: 'A', salePrice: 1_000, stockQuantity: 9 })
    const { json } = await call('/orders', { items: [{ sku: 'A', quantity: 1 }] })
    expect(json).toMatchObject({ total: 10, items: [{ offer_id: null }] })
  })
})
