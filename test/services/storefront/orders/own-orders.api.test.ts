import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { rotateKey } from '../../../../src/accounts/keys/keys.ts'
import type { Scope } from '../../../../src/accounts/keys/rules.ts'
import { orders } from '../../../../src/services/storefront/tables.ts'
import { addProduct } from '../../../support/orders.ts'
import { openShop, owner } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const api = '/api/public/v1'

const shop = untilEnd(await openShop())

describe('a key of a web shop', () => {
  test('cancels and returns the orders that it placed, and no others', async () => {
    const [own, other] = [
      await keyCalled('Web shop', ['orders:create']),
      await keyCalled('Second web shop', ['orders:create']),
    ]
    const id = await orderOf(own.key)
    expect(await move(other.key, id, 'cancelled')).toBe(403)
    expect(await move(other.key, id, 'delivered')).toBe(200)
    expect(await move(other.key, id, 'returned')).toBe(403)
    expect(await move(own.key, id, 'returned')).toBe(200)
    // A repeat is safe for whoever placed it, and tells nobody else what the order says.
    expect([await move(own.key, id, 'returned'), await move(other.key, id, 'returned')]).toEqual([
      200, 403,
    ])
  })

  test('goes on with the orders of the key that it replaces', async () => {
    const old = await keyCalled('Rotated shop', ['orders:create'])
    const id = await orderOf(old.key)
    const rotation = { id: old.id, by: shop.users.owner, oldEndsAt: Date.now() }
    const random = crypto.getRandomValues(new Uint8Array(32))
    const { key } = await shop.database.write((conn) =>
      rotateKey(conn, rotation, Date.now(), random),
    )
    expect(await move(key, id, 'cancelled')).toBe(200)
  })

  test('ends no order that nobody knows who placed it; one of the accounts ends every order', async () => {
    const web = await keyCalled('Web shop', ['orders:create'])
    const erp = await keyCalled('ERP', ['orders:create', 'orders:write'])
    const id = await orderOf(web.key)
    await shop.database.write((conn) =>
      conn.update(orders).set({ placedKeyId: null }).where(eq(orders.id, id)).run(),
    )
    expect(await move(web.key, id, 'cancelled')).toBe(403)
    expect(await move(erp.key, id, 'cancelled')).toBe(200)
  })
})

const keyCalled = (name: string, scopes: Scope[]) =>
  shop.addKey({ email: owner, service: 'storefront', scopes, name })

/** An order of a key, and how a key ends it. */
async function orderOf(key: string | undefined): Promise<string> {
  const sku = await addProduct(shop.database, { stockQuantity: 1 })
  const body = { customer_name: 'Asha', items: [{ sku, quantity: 1 }] }
  const placed = await shop.store('POST', `${api}/orders`, { body, ...(key && { key }) })
  return String(placed.json['id'])
}

const move = async (key: string, id: string, status: string) =>
  (await shop.store('POST', `${api}/orders/${id}/status`, { key, body: { status } })).status
