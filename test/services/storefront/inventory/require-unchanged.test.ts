import { describe, expect, test } from 'bun:test'
import { AppError } from '../../../../src/platform/errors.ts'
import { findWholeProduct } from '../../../../src/services/storefront/inventory/export-products.ts'
import { saveProduct } from '../../../../src/services/storefront/inventory/save-product.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { addProduct, orderDesk, type OrderDesk } from '../../../support/orders.ts'

async function save(desk: OrderDesk, id: string, record: JsonObject, removed: string[] = []) {
  return await saveProduct(desk.deps, { id, record, removedVariants: removed })
}

function variantsOf({ database }: OrderDesk, id: string) {
  return findWholeProduct(database.read, id).variants
}

async function tea(desk: OrderDesk) {
  const id = await addProduct(desk.database, { name: 'Tea', variants: [{ sku: null, size: 'S' }] })
  return { id, variantId: variantsOf(desk, id)[0]?.id ?? '' }
}

async function saveFrom(
  desk: OrderDesk,
  id: string,
  record: JsonObject,
  startedFrom: JsonObject,
): Promise<unknown> {
  try {
    return await saveProduct(desk.deps, { id, record, removedVariants: [], startedFrom })
  } catch (error) {
    if (error instanceof AppError) return error.details['field']
    throw error
  }
}

describe('a form that was opened before somebody else saved', () => {
  test('does not overwrite what it did not show', async () => {
    await using desk = orderDesk()
    const { id, variantId } = await tea(desk)
    const other = { name: 'Green tea', mrp: 700, variants: [{ id: variantId, size: 'M' }] }
    await save(desk, id, { ...other, images: [{ url: 'https://example.com/a.png', alt: 'Tea' }] })
    const tries: [JsonObject, JsonObject][] = [
      [{ name: 'Black tea' }, { name: 'Tea' }],
      [{ mrp: 800 }, { mrp: 500 }],
      [{ variants: [{ id: variantId, size: 'L' }] }, { variants: [{ id: variantId, size: 'S' }] }],
      [{ images: [] }, { images: [] }],
    ]
    for (const [record, startedFrom] of tries) {
      expect(await saveFrom(desk, id, record, startedFrom)).toBe('startedFrom')
    }
    expect(findWholeProduct(desk.database.read, id).product).toMatchObject({
      name: 'Green tea',
      mrp: 70_000,
    })
  })

  test('changes what nobody else touched', async () => {
    await using desk = orderDesk()
    const { id, variantId } = await tea(desk)
    await save(desk, id, { name: 'Green tea', stock_quantity: 3 })
    const record = {
      mrp: 800,
      min_sale_price: 100,
      size_chart: { columns: ['Size'], rows: [] },
      variants: [{ id: variantId, size: 'L' }, { size: 'XL' }],
    }
    const startedFrom = {
      mrp: 500,
      min_sale_price: null,
      size_chart: {},
      variants: [{ id: variantId, size: 'S' }],
      images: [],
    }
    expect(await saveFrom(desk, id, record, startedFrom)).toMatchObject({ changed: true })
    expect(findWholeProduct(desk.database.read, id).product).toMatchObject({
      name: 'Green tea',
      mrp: 80_000,
      minSalePrice: 10_000,
      stockQuantity: 3,
    })
  })

  test('says so when a variant that it changes was removed', async () => {
    await using desk = orderDesk()
    const { id, variantId } = await tea(desk)
    await save(desk, id, {}, [variantId])
    const record = { variants: [{ id: variantId, size: 'L' }] }
    const startedFrom = { variants: [{ id: variantId, size: 'S' }] }
    expect(await saveFrom(desk, id, record, startedFrom)).toBe('startedFrom')
  })
})
