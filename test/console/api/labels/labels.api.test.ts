import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { addOffer, addProduct } from '../../../support/catalogue.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
})

afterAll(() => shop.close())

describe('labels', () => {
  test('say the price of the moment; each kind of a product has one with its own SKU', async () => {
    const { database } = shop
    const tea = await addProduct(database, {
      name: 'Tea',
      sku: 'TEA',
      barcode: '2015322698314',
      mrp: 30_000,
      salePrice: 20_000,
    })
    const shirt = await addProduct(database, {
      name: 'Shirt',
      sku: 'SHIRT',
      barcode: '2026499560625',
      variants: [{ sku: 'SHIRT-M', size: 'M', color: 'Red', mrp: 50_000, salePrice: 40_000 }],
    })
    const terms = { ruleKind: 'flat', ruleValue: '10', appliesTo: 'products' } as const
    await addOffer(database, { title: 'Tea week', ...terms, targets: tea.id })
    const asked = `/products/labels?products=${shirt.id},${tea.id},${tea.id},nothing`
    expect((await owner.get(asked)).json['items']).toMatchObject([
      { name: 'Shirt', variant: 'M / Red', sku: 'SHIRT-M', barcode: '', price: 40_000 },
      {
        name: 'Tea',
        variant: null,
        sku: 'TEA',
        barcode: '2015322698314',
        mrp: 30_000,
        price: 19_000,
      },
    ])
  })

  test('of no products are none', async () => {
    expect((await owner.get('/products/labels')).json['items']).toEqual([])
  })

  test('of too many products at once are refused', async () => {
    const ids = Array.from({ length: 201 }, (_, at) => at).join(',')
    const answer = await owner.get(`/products/labels?products=${ids}`)
    expect([answer.status, answer.field]).toEqual([400, 'products'])
  })
})
