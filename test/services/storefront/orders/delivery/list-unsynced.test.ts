import { describe, expect, test } from 'bun:test'
import {
  orderItems,
  orders,
  products,
  variants,
} from '../../../../../src/services/storefront/tables.ts'
import {
  answerCharactersMax,
  countWaiting,
  listWaiting,
} from '../../../../../src/services/storefront/orders/delivery/list-unsynced.ts'
import { addProduct, linesOf, listOf, orderDesk } from '../../../../support/orders.ts'
import { codeOf, dayMs, noon } from '../../../../support/temporary-database.ts'
import { sqlOf } from '../../../../support/sql-of.ts'

const plain = { product_name: 'Gift wrap', unit_price: 10, gst_pct: 0, quantity: 1 }

/** A time before noon. */
const at = (ms: number) => new Date(noon - ms).toISOString()

describe('the unsynced list', () => {
  test('is in the order of created_at, then id, oldest first', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    const items = [{ sku: 'RICE', quantity: 1 }]
    await desk.import({ items, created_at: at(1) }, 'b')
    await desk.import({ items, created_at: at(0) }, 'd')
    await desk.import({ items, created_at: at(dayMs * 900) }, 'c')
    await desk.import({ items, created_at: at(1) }, 'a')
    expect(desk.listed().map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
  })

  test('holds only eligible items, and counts the lines left out with their amount', async () => {
    await using desk = orderDesk()
    for (const sku of ['A', 'B']) await addProduct(desk.database, { sku })
    const order = await desk.place({
      items: [{ sku: 'A', quantity: 1 }, { sku: 'B', quantity: 2 }, plain],
    })
    expect(desk.listed()[0]).toMatchObject({
      items: [{ sku: 'A' }, { sku: 'B' }],
      excluded_items: { count: 1, amount: 10 },
      total: 1360,
    })
    const [first] = linesOf(order)
    await desk.sync({ order_id: String(order['id']), order_item_ids: [String(first?.['id'])] })
    expect(desk.listed()[0]).toMatchObject({
      items: [{ sku: 'B' }],
      excluded_items: { count: 2, amount: 460 },
      subtotal: order['subtotal'] ?? null,
    })
  })

  test('leaves out orders without an item that waits and has a SKU', async () => {
    await using desk = orderDesk()
    await desk.place({ items: [plain] })
    expect(desk.list()).toEqual({ data: [], count: 0, waiting: 0, next: null })
  })

  test('shows the SKU as it was sold, also when it changed or the product is gone', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'OLD' })
    await desk.place({ items: [{ sku: 'OLD', quantity: 1 }] })
    await desk.database.write((conn) => conn.update(products).set({ sku: 'NEW' }).run())
    expect(linesOf(desk.listed()[0])).toMatchObject([{ sku: 'OLD' }])
    await desk.database.write((conn) => conn.delete(products).run())
    expect(linesOf(desk.listed()[0])).toMatchObject([{ sku: 'OLD' }])
  })

  test('delivers an order as it was sold, though its product was renamed, re-priced and unlisted', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', variants: [{ sku: 'V' }] })
    const order = await desk.place({
      items: [
        { sku: 'A', quantity: 1 },
        { sku: 'V', quantity: 1 },
      ],
    })
    const changed = { name: 'Other', salePrice: 1, gstBasisPoints: 0, isActive: false }
    await desk.database.write((conn) => conn.update(products).set(changed).run())
    await desk.database.write((conn) => conn.delete(variants).run())
    expect(desk.listed()).toEqual([order])
  })

  test("shows the current SKU of a line that was sold without one: the variant's, else the product's", async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'P', variants: [{ sku: 'V' }] })
    await desk.place({ items: [{ sku: 'V', quantity: 1 }] })
    await desk.database.write((conn) => conn.update(orderItems).set({ sku: null }).run())
    expect(linesOf(desk.listed()[0])).toMatchObject([{ sku: 'V' }])
    await desk.database.write((conn) => conn.update(variants).set({ sku: null }).run())
    expect(linesOf(desk.listed()[0])).toMatchObject([{ sku: 'P' }])
  })

  test('delivers orders of every status unless one is asked for', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', stockQuantity: 100 })
    const statuses = ['pending', 'paid', 'cancelled', 'delivered', 'returned'] as const
    for (const status of statuses) {
      await desk.import({ status, items: [{ sku: 'A', quantity: 1 }] }, `of ${status}`)
    }
    expect(
      desk
        .listed()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([...statuses].toSorted())
    expect(desk.list({ status: 'cancelled' })).toMatchObject({
      data: [{ id: 'of cancelled' }],
      count: 1,
      waiting: 1,
      next: null,
    })
  })

  test('pages by limit and after: waiting counts all, next leads on, nothing twice', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', stockQuantity: 100 })
    const ids: unknown[] = []
    for (let n = 0; n < 7; n++) {
      ids.push((await desk.place({ items: [{ sku: 'A', quantity: 1 }] }))['id'])
      if (n % 2 === 0) desk.clock.pass(1)
    }
    const seen: unknown[] = []
    let after: string | undefined
    do {
      const page = desk.list({ limit: 3, ...(after === undefined ? {} : { after }) })
      expect(page['waiting']).toBe(7)
      seen.push(...listOf(page['data']).map(({ id }) => id))
      const { next } = page
      after = typeof next === 'string' ? next : undefined
    } while (after !== undefined)
    expect(seen).toEqual(ids)
    expect(desk.list({ limit: 7 })['next']).toBeNull()
  })

  test('continues behind an order that was synced meanwhile, and knows no other', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A' })
    const first = await desk.place({ items: [{ sku: 'A', quantity: 1 }] })
    desk.clock.pass(1)
    const second = await desk.place({ items: [{ sku: 'A', quantity: 1 }] })
    await desk.sync({ order_id: String(first['id']), all_items: true })
    expect(listOf(desk.list({ after: String(first['id']) })['data'])).toMatchObject([
      { id: second['id'] ?? null },
    ])
    expect(await codeOf(() => desk.list({ after: 'nobody' }))).toBe('invalid_request')
  })

  test('loses none and repeats none while pages are acknowledged and new orders come in', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', stockQuantity: 1000 })
    const place = async () =>
      String((await desk.place({ items: [{ sku: 'A', quantity: 1 }] }))['id'])
    const wanted: string[] = []
    for (let n = 0; n < 20; n++) wanted.push(await place())
    const seen: string[] = []
    let page = desk.list({ limit: 3 })
    for (let n = 0; ; n++) {
      const ids = listOf(page['data']).map(({ id }) => String(id))
      seen.push(...ids)
      // All but the first of a page, so that some stay behind; and what comes in meanwhile is waiting too.
      await desk.sync(...ids.slice(1).map((id) => ({ order_id: id, all_items: true })))
      if (n < 5) wanted.push(await place())
      const { next } = page
      if (typeof next !== 'string') break
      page = desk.list({ limit: 3, after: next })
    }
    expect(seen).toEqual(wanted)
    const left = wanted.filter((_, index) => index % 3 === 0)
    expect(desk.listed().map(({ id }) => id)).toEqual(left)
  })

  test('ends a page early when it would become too large, and next leads on', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A' })
    const item = { sku: 'A', quantity: 1, product_name: 'x'.repeat(200), hsn: '"'.repeat(32) }
    const items = Array.from({ length: 500 }, () => item)
    const wanted = 80
    for (let n = 0; n < wanted; n++) await desk.import({ items }, String(n).padStart(3, '0'))
    const page = desk.list()
    const { count, next, waiting } = page
    expect(JSON.stringify(page).length).toBeLessThan(answerCharactersMax + 1000)
    expect(count).toBeLessThan(wanted)
    expect(waiting).toBe(wanted)
    const rest = desk.list({ after: String(next) })
    expect(Number(count) + Number(rest['count'])).toBe(wanted)
    expect(rest['next']).toBeNull()
  })

  test('finds what waits by the partial index, however many orders there are', async () => {
    await using desk = orderDesk()
    const { read } = desk.database
    const plans = [listWaiting(read), countWaiting(read)].map((statement) =>
      read.$client
        .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sqlOf(statement)}`)
        .all()
        .map(({ detail }) => detail),
    )
    // One step each: another one would be a sort.
    expect(plans).toEqual([
      ['SEARCH orders USING INDEX orders_waiting ((created_at,id)>(?,?))'],
      ['SCAN orders USING INDEX orders_waiting'],
    ])
  })

  test('knows at all times what waits: the count on the order is the count of its lines', async () => {
    await using desk = orderDesk()
    for (const sku of ['A', 'B']) await addProduct(desk.database, { sku })
    const check = (waiting: number[]) => {
      const rows = desk.database.read.select().from(orders).all()
      expect(rows.map(({ waitingItems }) => waitingItems)).toEqual(waiting)
      const shown = rows.map(({ id }) => linesOf(desk.listed().find((one) => one['id'] === id)))
      expect(shown.map(({ length }) => length)).toEqual(waiting)
    }
    const order = await desk.place({
      items: [{ sku: 'A', quantity: 1 }, { sku: 'B', quantity: 1 }, plain],
    })
    check([2])
    await desk.sync({
      order_id: String(order['id']),
      order_item_ids: [String(linesOf(order)[1]?.['id'])],
    })
    check([1])
    await desk.sync({ order_id: String(order['id']), all_items: true })
    check([0])
    const synced = { sku: 'A', quantity: 1, synced_at: new Date(noon).toISOString() }
    await desk.import({ items: [synced, { sku: 'B', quantity: 1 }] }, 'imported')
    check([0, 1])
  })
})
