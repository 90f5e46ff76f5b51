import { describe, expect, test } from 'bun:test'
import { changeRole } from '../../../src/accounts/users/users.ts'
import type { Duty } from '../../../src/accounts/rules.ts'
import { browserAt, listed, signedIn, type Browser, ownersShop } from './browser.ts'

const { shop, owner } = await ownersShop()
const ravi = await signedIn(shop, shop.users.ravi)
const metadata = { vendor_name: 'Lotus Traders', invoice_no: 'LT-7' }
await shop.addScan({ user: 'ravi', filename: 'ravi.pdf', metadata })
await shop.addScan({ user: 'meena', filename: 'meena.pdf', metadata })
await owner.post('/names', { kind: 'vendor', name: 'Lotus Traders' })
const product = { sku: 'LOTUS-1', name: 'Lotus oil', mrp: 100, stock_quantity: 5 }
await shop.store('POST', '/api/public/v1/products/bulk', { body: { products: [product] } })
const order = { customer_name: 'Lotus Sharma', items: [{ sku: 'LOTUS-1', quantity: 1 }] }
const key = { 'idempotency-key': crypto.randomUUID() }
expect((await owner.post('/orders', order, key)).status).toBe(200)

async function found(browser: Browser, search: string) {
  const answer = await browser.get(`/search?search=${encodeURIComponent(search)}`)
  expect(answer.status).toBe(200)
  return listed(answer).map(({ kind, title, detail }) => [kind, title, detail])
}

function give(...duties: Duty[]) {
  const change = { userId: shop.users.ravi, role: 'member' as const, by: shop.users.owner }
  return shop.database.write((conn) => changeRole(conn, { ...change, duties }, Date.now()))
}

describe('the search over everything', () => {
  test('finds documents, products, orders and vendors for an owner', async () => {
    const all = await found(owner, 'lotus')
    expect(all.map(([kind]) => kind)).toEqual([
      'document',
      'document',
      'product',
      'order',
      'vendor',
    ])
    expect(all).toContainEqual(['product', 'Lotus oil', 'LOTUS-1 · Uncategorised'])
    expect(all).toContainEqual(['vendor', 'Lotus Traders', ''])
    expect(all).toContainEqual(['document', 'Lotus Traders · LT-7', 'meena.pdf'])
  })

  test('finds for everybody what they may open, and no more', async () => {
    await give('clerk')
    const clerks = await found(ravi, 'lotus')
    expect(clerks.map(([kind, , detail]) => [kind, detail])).toEqual([
      ['document', 'ravi.pdf'],
      ['vendor', ''],
    ])
    await give('counter')
    const counters = await found(ravi, 'lotus')
    expect(counters.map(([kind]) => kind)).toEqual(['product', 'order'])
    await give('clerk', 'counter')
    expect(await found(ravi, 'lotus')).toHaveLength(4)
  })

  test('finds at most five of a kind', async () => {
    for (let n = 0; n < 7; n++) {
      await shop.addScan({
        user: 'ravi',
        filename: `many-${n}.pdf`,
        metadata: { vendor_name: 'Marigold Stores' },
      })
    }
    expect(await found(owner, 'marigold')).toHaveLength(5)
  })

  test.each(['', ' ', 'l', 'nothing is called so', '%', '100% sure'])(
    'finds nothing for "%s"',
    async (search) => expect(await found(owner, search)).toEqual([]),
  )

  test('refuses a text that is too long, and strangers', async () => {
    const answer = await owner.get(`/search?search=${'x'.repeat(101)}`)
    expect([answer.status, answer.field]).toEqual([400, 'search'])
    expect((await browserAt(shop.url).get('/search?search=lotus')).status).toBe(401)
  })
})
