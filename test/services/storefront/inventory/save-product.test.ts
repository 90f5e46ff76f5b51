import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  changeProducts,
  saveProduct,
} from '../../../../src/services/storefront/inventory/save-product.ts'
import { deleteProducts } from '../../../../src/services/storefront/inventory/delete-products.ts'
import { findWholeProduct } from '../../../../src/services/storefront/inventory/export-products.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { orderItems, orders } from '../../../../src/services/storefront/tables.ts'
import { addProduct, orderDesk, type OrderDesk } from '../../../support/orders.ts'
import { codeOf } from '../../../support/temporary-database.ts'

async function save(desk: OrderDesk, id: string | undefined, record: JsonObject, removed = ['']) {
  return await saveProduct(desk.deps, { id, record, removedVariants: removed })
}

function variantsOf({ database }: OrderDesk, id: string) {
  return findWholeProduct(database.read, id).variants
}

/** An order of a product, and of its variant when there is one, from before they had SKUs: nothing of it waits. */
async function soldWithoutSku(desk: OrderDesk, productId: string, variantId: string | null = null) {
  const { id } = await desk.place({
    items: [{ product_name: 'Loose tea', unit_price: 10, gst_pct: 0, quantity: 1 }],
  })
  const { seq } = desk.order(id)
  await desk.database.write((conn) => {
    conn
      .update(orderItems)
      .set({ productId, variantId, sku: null })
      .where(eq(orderItems.orderSeq, seq))
      .run()
    conn.update(orders).set({ waitingItems: 0 }).where(eq(orders.seq, seq)).run()
  })
  return id
}

describe('saving one product', () => {
  test('changes what is given, also the SKU, and leaves the rest', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA', name: 'Tea', barcode: '123' })
    const saved = await save(desk, id, { sku: 'TEA-2', mrp: 600 })
    expect(saved.changed).toBe(true)
    expect(saved.warnings).toEqual([
      'The SKU was TEA: a program that still sends that one makes a new product.',
    ])
    expect(findWholeProduct(desk.database.read, id).product).toMatchObject({
      sku: 'TEA-2',
      name: 'Tea',
      mrp: 60_000,
      salePrice: 45_000,
      barcode: '123',
    })
  })

  test('changes nothing when nothing differs', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA' })
    expect(await save(desk, id, { sku: 'TEA', mrp: 500 })).toMatchObject({ changed: false })
  })

  test('takes a SKU away with a warning', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA' })
    const saved = await save(desk, id, { sku: null })
    expect(saved.warnings).toEqual([
      'The SKU TEA was taken away: no program finds the product any more.',
    ])
    expect(findWholeProduct(desk.database.read, id).product.sku).toBeNull()
  })

  test.each(['RICE', 'RICE-M'])('refuses %s, which is another’s', async (sku) => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE', variants: [{ sku: 'RICE-M' }] })
    const id = await addProduct(desk.database, { sku: 'TEA', variants: [{ sku: 'TEA-M' }] })
    const [variant] = variantsOf(desk, id)
    expect(await codeOf(save(desk, id, { sku }))).toBe('conflict')
    const renamed = save(desk, id, { variants: [{ id: variant?.id ?? '', sku }] })
    expect(await codeOf(renamed)).toBe('conflict')
    expect(variantsOf(desk, id)).toMatchObject([{ sku: 'TEA-M' }])
  })

  test('refuses a product that is not there', async () => {
    await using desk = orderDesk()
    expect(await codeOf(save(desk, 'none', { mrp: 1 }))).toBe('not_found')
  })

  test('changes, adds and removes variants by id', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, {
      sku: 'TEA',
      variants: [{ sku: 'TEA-S', size: 'S' }, { sku: null, size: 'M' }, { sku: 'TEA-L' }],
    })
    const [small, medium, large] = variantsOf(desk, id).map((variant) => variant.id)
    const record = {
      variants: [
        { id: small ?? '', sku: 'TEA-SMALL' },
        { id: medium ?? '', stock_quantity: 7 },
        { size: 'XL', sku: 'TEA-L' },
      ],
    }
    const saved = await save(desk, id, record, [large ?? ''])
    expect(saved.changed).toBe(true)
    expect(variantsOf(desk, id)).toMatchObject([
      { id: small, sku: 'TEA-SMALL', size: 'S' },
      { id: medium, sku: null, stockQuantity: 7 },
      { sku: 'TEA-L', size: 'XL', mrp: 50_000 },
    ])
  })

  test('leaves the variants of other products alone', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA' })
    const other = await addProduct(desk.database, { sku: 'RICE', variants: [{ sku: 'RICE-M' }] })
    const [variant] = variantsOf(desk, other)
    const change = save(desk, id, { variants: [{ id: variant?.id ?? '', size: 'S' }] })
    expect(await codeOf(change)).toBe('conflict')
    expect(await save(desk, id, {}, [variant?.id ?? ''])).toMatchObject({ changed: false })
    expect(variantsOf(desk, other)).toHaveLength(1)
  })

  test('writes nothing of a record that is refused, not even the removal of a variant', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA', variants: [{ sku: 'TEA-S' }] })
    const [variant] = variantsOf(desk, id)
    const refused = save(desk, id, { slug: id, category_id: crypto.randomUUID() }, [
      variant?.id ?? '',
    ])
    expect(await codeOf(refused)).toBe('invalid_request')
    expect(variantsOf(desk, id)).toHaveLength(1)
  })
})

describe('a SKU that comes later', () => {
  test('makes what was sold without one wait, and its end takes that back', async () => {
    await using desk = orderDesk()
    const { id } = await save(desk, undefined, { name: 'Loose tea' })
    const order = await soldWithoutSku(desk, id)
    expect(desk.listed()).toEqual([])
    await save(desk, id, { sku: 'TEA' })
    expect(desk.listed()).toMatchObject([{ id: order, items: [{ sku: 'TEA' }] }])
    await save(desk, id, { sku: null })
    expect(desk.listed()).toEqual([])
    expect(desk.order(order).waitingItems).toBe(0)
  })

  test('may be a variant’s', async () => {
    await using desk = orderDesk()
    const { id } = await save(desk, undefined, { name: 'Tea', variants: [{ size: 'S' }] })
    const variantId = variantsOf(desk, id)[0]?.id ?? ''
    await soldWithoutSku(desk, id, variantId)
    await save(desk, id, { variants: [{ id: variantId, sku: 'TEA-S' }] })
    expect(desk.listed()).toMatchObject([{ items: [{ sku: 'TEA-S' }] }])
    await save(desk, id, {}, [variantId])
    expect(desk.listed()).toMatchObject([{ items: [{ sku: 'TEA-S' }] }])
  })
})

describe('deleting products', () => {
  test('keeps their orders, and what waits is delivered with the SKU that it had', async () => {
    await using desk = orderDesk()
    const { id } = await save(desk, undefined, { name: 'Loose tea' })
    await soldWithoutSku(desk, id)
    await save(desk, id, { sku: 'TEA' })
    await addProduct(desk.database, { sku: 'RICE' })
    expect(await deleteProducts(desk.deps, [id, id, 'none'], 'owner')).toEqual({ deleted: 1 })
    expect(desk.listed()).toMatchObject([{ items: [{ sku: 'TEA' }] }])
    expect(await codeOf(save(desk, id, { mrp: 1 }))).toBe('not_found')
  })

  test('frees the SKU, and an order that is cancelled afterwards has nothing to give back', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'TEA', variants: [{ sku: 'TEA-S' }] })
    const order = await desk.place({ items: [{ sku: 'TEA-S', quantity: 1 }] })
    await deleteProducts(desk.deps, [id], 'owner')
    await desk.move(order['id'], 'cancelled')
    const again = await save(desk, undefined, { name: 'Tea', sku: 'TEA-S' })
    expect(findWholeProduct(desk.database.read, again.id).product.stockQuantity).toBe(0)
  })
})

describe('changing several products', () => {
  test('changes those that are there, and counts what differed', async () => {
    await using desk = orderDesk()
    const one = await addProduct(desk.database, { sku: null })
    const other = await addProduct(desk.database, { isActive: false })
    const change = { is_active: false }
    expect(await changeProducts(desk.deps, [one, other, 'none'], change)).toEqual({ changed: 1 })
    expect(findWholeProduct(desk.database.read, one).product.isActive).toBe(false)
  })

  test('changes none of them when it is refused', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database)
    const change = { is_active: false, approval_status: 'maybe' }
    expect(await codeOf(changeProducts(desk.deps, [id], change))).toBe('invalid_request')
    expect(findWholeProduct(desk.database.read, id).product.isActive).toBe(true)
  })
})
