import { describe, expect, test } from 'bun:test'
import { addOffer, addProduct } from '../../../support/catalogue.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const labels = (which: object, part = 0) => owner.post('/products/labels', { which, part })

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
    const answer = await labels({ ids: [shirt.id, tea.id, tea.id, 'nothing'] })
    expect(answer.json['items']).toMatchObject([
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

  test('are given of all that fit, a part at a time', async () => {
    for (let at = 0; at < 501; at++) {
      await addProduct(shop.database, { name: `Soap ${at}`, sku: `SOAP-${at}` })
    }
    const which = { fit: { search: 'Soap' }, atMost: 501 }
    const parts = [await labels(which), await labels(which, 1), await labels(which, 2)]
    expect(parts.map((one) => [listed(one).length, one.json['total'], one.json['size']])).toEqual([
      [500, 501, 500],
      [1, 501, 500],
      [0, 501, 500],
    ])
    expect(new Set(parts.flatMap((part) => listed(part).map(({ sku }) => sku))).size).toBe(501)
  })

  test('of nothing that is said, or of more than was shown, are refused', async () => {
    expect((await labels({})).status).toBe(400)
    expect((await labels({ ids: ['x'] }, -1)).status).toBe(400)
    expect((await labels({ fit: {}, atMost: 1 })).status).toBe(409)
  })
})
