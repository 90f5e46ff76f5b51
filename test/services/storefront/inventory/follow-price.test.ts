import { describe, expect, test } from 'bun:test'
import { countIncompleteProducts } from '../../../../src/services/storefront/inventory/list-products.ts'
import { findWholeProduct } from '../../../../src/services/storefront/inventory/export-products.ts'
import { saveProduct } from '../../../../src/services/storefront/inventory/save-product.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { addProduct, orderDesk, type OrderDesk } from '../../../support/orders.ts'

async function save(desk: OrderDesk, id: string, record: JsonObject, removed: string[] = []) {
  return await saveProduct(desk.deps, { id, record, removedVariants: removed })
}

function variantsOf({ database }: OrderDesk, id: string) {
  return findWholeProduct(database.read, id).variants
}

async function shirts(desk: OrderDesk) {
  const id = await addProduct(desk.database, {
    sku: 'SHIRT',
    variants: [
      { sku: 'SHIRT-S', salePrice: 45_000 },
      { sku: 'SHIRT-M', mrp: 0, salePrice: 0 },
      { sku: 'SHIRT-L', salePrice: 44_000 },
    ],
  })
  return { id, variantIds: variantsOf(desk, id).map((variant) => variant.id) }
}

describe('the price of variants', () => {
  test('changes with the product’s where it was the same, or none', async () => {
    await using desk = orderDesk()
    const { id } = await shirts(desk)
    const { warnings } = await save(desk, id, { mrp: 600, sale_price: 400 })
    expect(variantsOf(desk, id)).toMatchObject([
      { mrp: 60_000, salePrice: 40_000 },
      { mrp: 60_000, salePrice: 40_000 },
      { mrp: 60_000, salePrice: 44_000 },
    ])
    expect(warnings).toEqual(['3 variants had the same price: they have the new one too.'])
  })

  test('stays as it is where the same change names it', async () => {
    await using desk = orderDesk()
    const { id, variantIds } = await shirts(desk)
    const [small, medium] = variantIds
    const variants = [
      { id: small ?? '', sale_price: 450 },
      { id: medium ?? '', size: 'XL' },
    ]
    await save(desk, id, { sale_price: 400, variants })
    expect(variantsOf(desk, id)).toMatchObject([
      { salePrice: 45_000 },
      { size: 'XL', mrp: 0, salePrice: 40_000 },
      { salePrice: 44_000 },
    ])
  })

  test('stays as it is when another field changes', async () => {
    await using desk = orderDesk()
    const { id } = await shirts(desk)
    expect(await save(desk, id, { name: 'Kurta', sale_price: 450 })).toMatchObject({ warnings: [] })
    expect(variantsOf(desk, id)[1]).toMatchObject({ mrp: 0, salePrice: 0 })
  })

  test('is refused when the new one is above the variant’s own MRP', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { variants: [{ mrp: 46_000, salePrice: 45_000 }] })
    const saving = save(desk, id, { sale_price: 480 })
    expect(saving).rejects.toThrow('variants[0].sale_price 480 is above the MRP 460')
    await saving.catch(() => undefined)
    expect(variantsOf(desk, id)).toMatchObject([{ mrp: 46_000, salePrice: 45_000 }])
  })

  test('is left alone by a program that sends the product', async () => {
    await using desk = orderDesk()
    const { id } = await shirts(desk)
    const record = { sku: 'SHIRT', name: 'Shirt', mrp: 600, sale_price: 400 }
    await upsertProducts(desk.deps, [record], { dryRun: false })
    expect(variantsOf(desk, id)).toMatchObject([
      { mrp: 50_000, salePrice: 45_000 },
      { mrp: 0, salePrice: 0 },
      { mrp: 50_000, salePrice: 44_000 },
    ])
  })

  test('counts as missing on its own', async () => {
    await using desk = orderDesk()
    await shirts(desk)
    await addProduct(desk.database, { salePrice: 0, variants: [{ salePrice: 0 }] })
    await addProduct(desk.database, { isActive: false, variants: [{ salePrice: 0 }] })
    await addProduct(desk.database, { variants: [{ salePrice: 100 }] })
    expect(countIncompleteProducts(desk).withoutPrice).toBe(2)
  })
})
