import { expect, test } from 'bun:test'
import {
  listOrders,
  orderSorts,
  type OrdersChosen,
} from '../../../../src/services/storefront/orders/list-orders.ts'
import { orderStatuses } from '../../../../src/services/storefront/orders/rules.ts'
import { orderDesk, type OrderDesk } from '../../../support/orders.ts'
import { statementsOf } from '../../../support/statements.ts'
import { noon } from '../../../support/temporary-database.ts'

const naiveOrder = {
  placed: 'created_at, id',
  order: 'length(order_no), order_no',
  customer: 'customer_name COLLATE NOCASE, created_at, seq',
  status: `instr('${orderStatuses.join(' ')}', status), created_at, seq`,
  total: 'total, created_at, seq',
}

type OrderSort = keyof typeof naiveOrder

const pageRows = 3

/** Sorted by SQLite as one whole. */
function naive({ database }: OrderDesk, by: OrderSort): string[] {
  return database.read.$client
    .query<{ id: string }, []>(`SELECT id FROM orders ORDER BY ${naiveOrder[by]}`)
    .all()
    .map(({ id }) => id)
}

function paged({ deps }: OrderDesk, by: OrderSort, chosen: OrdersChosen, down: boolean): string[] {
  const found: string[] = []
  for (;;) {
    const page = { limit: pageRows, offset: found.length, sort: { by, isDescending: down } }
    const { orders, total } = listOrders(deps, { ...chosen, ...page })
    found.push(...orders.map(({ id }) => id))
    if (found.length >= total) return found
  }
}

function expectSorted(desk: OrderDesk): void {
  for (const by of orderSorts) {
    const expected = naive(desk, by)
    // The second selection chooses all orders too, but has a condition, so that SQLite sorts them.
    for (const chosen of [{}, { from: 0 }]) {
      expect({ by, ids: paged(desk, by, chosen, false) }).toEqual({ by, ids: expected })
      expect({ by, ids: paged(desk, by, chosen, true) }).toEqual({ by, ids: expected.toReversed() })
    }
  }
}

async function enter(desk: OrderDesk, n: number): Promise<void> {
  await desk.import({
    order_no: n % 4 === 0 ? `B-${n}` : `A-${n}`,
    created_at: new Date(noon - (n % 5) * 60_000).toISOString(),
    customer_name: ['Om', 'asha', 'Asha', 'ravi'][n % 4] ?? '',
    status: orderStatuses[(n * 3) % orderStatuses.length] ?? 'paid',
    items: [{ product_name: 'Gift wrap', unit_price: 10 * (n % 3), gst_pct: 0, quantity: 1 }],
  })
}

test('pages of every order put together are the sorted list, also after orders came and moved on', async () => {
  await using desk = orderDesk()
  expectSorted(desk)
  for (let n = 1; n <= 11; n++) await enter(desk, n)
  expectSorted(desk)
  const paid = naive(desk, 'placed').filter((id) => desk.order(id).status === 'paid')
  expect(paid.length).toBeGreaterThan(0)
  for (const id of paid) await desk.move(id, 'packed')
  for (let n = 98; n <= 104; n++) await enter(desk, n)
  expectSorted(desk)
})

test('a page of all orders comes from an index, whatever the list is sorted by', async () => {
  await using desk = orderDesk()
  await enter(desk, 1)
  const { read } = desk.database
  const statements = statementsOf(read)
  for (const by of orderSorts) {
    listOrders(desk.deps, { limit: 50, offset: 0, sort: { by, isDescending: true } })
  }
  const pages = statements.filter((sql) => sql.includes('limit'))
  expect(pages).toHaveLength(orderSorts.length)
  for (const sql of pages) {
    const plan = read.$client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
    const details = plan.map(({ detail }) => detail)
    expect(details).toContainEqual(expect.stringMatching(/^SCAN orders USING COVERING INDEX/))
    // The fifty orders of the page are sorted at the end.
    expect(details.filter((detail) => detail.startsWith('USE TEMP B-TREE'))).toHaveLength(1)
  }
})
