import { describe, expect, test } from 'bun:test'
import { openShop } from '../../../support/shop.ts'
import { fieldOf, messageOf, productRow, put, variantRow, versionOf } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const shirt = (...variants: unknown[]) => ({ sku: 'SHIRT', name: 'Shirt', variants })

describe('variants of a product', () => {
  test('are matched by SKU, and those not named stay', async () => {
    await put(shop, {
      ...shirt({ sku: 'SHIRT-S', size: 'S' }, { sku: 'SHIRT-M', size: 'M', mrp: 450 }),
      mrp: 500,
      sale_price: 400,
    })
    expect(variantRow(shop, 'SHIRT-S')).toMatchObject({
      size: 'S',
      color: '',
      color_hex: '#000000',
      mrp: 50000,
      sale_price: 40000,
      stock_quantity: 0,
    })
    expect(variantRow(shop, 'SHIRT-M')).toMatchObject({ mrp: 45000, sale_price: 45000 })
    const id = variantRow(shop, 'SHIRT-S')['id']
    const version = versionOf(shop)
    const changed = await put(
      shop,
      shirt({ sku: ' SHIRT-S ', color: 'Red', color_hex: '#f00', stock_quantity: 7 }),
    )
    expect(changed).toMatchObject({ status: 'updated', changed: true })
    expect(variantRow(shop, 'SHIRT-S')).toMatchObject({
      id,
      size: 'S',
      color: 'Red',
      color_hex: '#f00',
      stock_quantity: 7,
    })
    expect(variantRow(shop, 'SHIRT-M')['size']).toBe('M')
    expect(versionOf(shop)).not.toBe(version)
    expect(productRow(shop, 'SHIRT')).toMatchObject({ version: versionOf(shop), stock_quantity: 0 })
    expect(await put(shop, shirt({ sku: 'SHIRT-S', stock_quantity: 7 }))).toMatchObject({
      changed: false,
    })
  })

  test.each([
    ['variants[0].sku', [{ size: 'L' }]],
    ['variants[0]', ['L']],
    ['variants[1].sku', [{ sku: 'SHIRT-L' }, { sku: 'SHIRT-L' }]],
    ['variants[0].sku', [{ sku: 'SHIRT' }]],
    ['variants[0].mrp', [{ sku: 'SHIRT-L', mrp: '5' }]],
    ['variants[0].stock_quantity', [{ sku: 'SHIRT-L', stock_quantity: '5' }]],
    ['variants[0].color_hex', [{ sku: 'SHIRT-L', color_hex: 'red' }]],
    ['variants[0].size', [{ sku: 'SHIRT-L', size: 'x'.repeat(101) }]],
    ['variants', Array.from({ length: 201 }, (_, i) => ({ sku: `X-${i}` }))],
  ])('a wrong one fails the whole row and blames %s', async (field, variants) => {
    const result = await put(shop, { ...shirt(...variants), name: 'Must not be seen' })
    expect(fieldOf(result)).toBe(field)
    expect(productRow(shop, 'SHIRT')['name']).toBe('Shirt')
    expect(variantRow(shop, 'SHIRT-L')).toEqual({})
  })

  test('a null or unknown field of one is a warning that names it', async () => {
    const { warnings } = await put(shop, shirt({ sku: 'SHIRT-S', size: null, fit: 'slim' }))
    expect(warnings).toEqual([
      'variants[0].size cannot be cleared: null counts as not given.',
      'Unknown field was ignored: variants[0].fit.',
    ])
  })

  test('a sale price above the MRP of one is a warning', async () => {
    const { warnings } = await put(shop, shirt({ sku: 'SHIRT-W', mrp: 5, sale_price: 6 }))
    expect(warnings).toEqual(['variants[0].sale_price 6 is above variants[0].mrp 5.'])
  })
})

describe('a SKU is of one product or one variant', () => {
  test('a product cannot have the SKU of a variant', async () => {
    await put(shop, shirt({ sku: 'SHIRT-S' }))
    const result = await put(shop, { sku: 'SHIRT-S', name: 'Another' })
    expect(result).toMatchObject({ status: 'error', id: null })
    expect(messageOf(result)).toBe(
      'sku SHIRT-S belongs to a variant of the product Shirt (SKU SHIRT).',
    )
    expect(result['error']).toMatchObject({ code: 'conflict', field: 'sku' })
  })

  test('a variant cannot have the SKU of another product, or of its variant', async () => {
    await put(shop, shirt({ sku: 'SHIRT-S' }))
    await put(shop, { sku: 'KURTA', name: 'Kurta', variants: [{ sku: 'KURTA-S' }] })
    const ofProduct = await put(shop, { sku: 'KURTA', name: 'K', variants: [{ sku: 'SHIRT' }] })
    expect(messageOf(ofProduct)).toBe('variants[0].sku SHIRT is the SKU of the product Shirt.')
    const ofVariant = await put(shop, { sku: 'KURTA', name: 'K', variants: [{ sku: 'SHIRT-S' }] })
    expect(messageOf(ofVariant)).toBe(
      'variants[0].sku SHIRT-S belongs to a variant of the product Shirt (SKU SHIRT).',
    )
    expect(productRow(shop, 'KURTA')['name']).toBe('Kurta')
  })
})
