import { describe, expect, test } from 'bun:test'
import type { ErpEntry, Line, ShopEntry } from '../../scripts/client-flow/storefront/ledger.ts'
import { countOrders, orderViolations } from '../../scripts/client-flow/storefront/proof.ts'

// As for scans: each of these takes a run of orders that is right, breaks one thing, and expects the rule to be named.

const line = (id: string, sku: string, quantity = 1): Line => ({ id, sku, quantity })
const lines = [line('x', 'A', 2), line('y', 'B')]

describe('the proof from the ledgers of a shop and its accounting system', () => {
  test('accepts a run in which every order arrived once', () => {
    expect(broken(placed('a'), [delivered('a'), ...synced('a')])).toEqual([])
    expect(countOrders(placed('a'), [delivered('a'), ...synced('a')])).toMatchObject({
      placed: 1,
      acknowledged: 1,
    })
  })

  test('sees that an order never came, and one that was never answered', () => {
    expect(broken(placed('a'), [])).toEqual(['every order arrives'])
    expect(broken(placed('a').slice(0, 1), [])).toEqual(['every order is answered'])
  })

  test('waits for what is still on its way', () => {
    expect(orderViolations(placed('a'), [], false)).toEqual([])
  })

  test('sees an item that came again after it was acknowledged, by the order or by its id', () => {
    const again = delivered('a', { lines: [line('a-y', 'B')], excluded: 1 })
    expect(broken(placed('a'), [delivered('a'), ...synced('a'), again])).toEqual([
      'nothing acknowledged is delivered again',
    ])
    expect(broken(placed('a'), [delivered('a'), ...synced('a', ['a-y']), again])).toEqual([
      'nothing acknowledged is delivered again',
    ])
  })

  test('lets the items come again that were not acknowledged, or whose acknowledgement was not answered', () => {
    const [syncing] = synced('a')
    expect(broken(placed('a'), [delivered('a'), ...synced('a', ['a-x']), rest('a')])).toEqual([])
    expect(broken(placed('a'), [delivered('a'), syncing, delivered('a')])).toEqual([])
  })

  test('sees an order that is there twice', () => {
    expect(broken(placed('a'), [delivered('a'), delivered('a', { id: 'a2' })])).toEqual([
      'an order is entered once',
    ])
  })

  test('sees an order that was refused, and one that nobody sent', () => {
    const refused: ShopEntry[] = [...placed('a').slice(0, 1), { type: 'refused', key: 'key a' }]
    expect(broken(refused, [])).toEqual([])
    expect(broken(refused, [delivered('a')])).toEqual(['a refused order is not there'])
    expect(broken([], [delivered('a')])).toEqual(['only what was sent is delivered'])
  })

  test('sees an order that is placed or delivered otherwise than it was sent', () => {
    const [ordering] = placed('a')
    const other: ShopEntry = { type: 'ordered', key: 'key a', id: 'a', lines: [line('a-x', 'A')] }
    expect(orderViolations([ordering, other], [], false)).toMatchObject([
      { rule: 'an order is placed as sent' },
    ])
    const more = delivered('a', { lines: [line('a-x', 'A', 3), line('a-y', 'B')] })
    expect(broken(placed('a'), [more])).toEqual(['delivered as sent'])
  })

  test('sees an order that is short without saying so', () => {
    const short = delivered('a', { lines: [line('a-x', 'A', 2)] })
    const violations = orderViolations(placed('a'), [short], false)
    expect(violations.map(({ rule }) => rule)).toEqual(['an order is never short unknowingly'])
  })

  test('sees an acknowledgement of what was never written down', () => {
    expect(broken(placed('a'), [...synced('a'), delivered('a')])).toContain(
      'acknowledged means delivered',
    )
  })
})

function placed(id: string): [ShopEntry, ShopEntry] {
  return [
    { type: 'ordering', key: `key ${id}`, wanted: lines },
    { type: 'ordered', key: `key ${id}`, id, lines: linesOf(id) },
  ]
}

function delivered(
  name: string,
  other: { id?: string; lines?: Line[]; excluded?: number } = {},
): ErpEntry {
  const order = { id: name, key: `key ${name}`, lines: linesOf(name), excluded: 0, ...other }
  return { type: 'delivered', orders: [order] }
}

/** What is left of an order when its first item is acknowledged. */
function rest(id: string): ErpEntry {
  return delivered(id, { lines: [line(`${id}-y`, 'B')], excluded: 1 })
}

function synced(id: string, items?: string[]): [ErpEntry, ErpEntry] {
  const orders = [
    items === undefined
      ? { order_id: id, all_items: true as const }
      : { order_id: id, order_item_ids: items },
  ]
  return [
    { type: 'syncing', orders },
    { type: 'synced', orders },
  ]
}

function linesOf(id: string): Line[] {
  return lines.map((one) => ({ ...one, id: `${id}-${one.id}` }))
}

function broken(shop: readonly ShopEntry[], erp: readonly ErpEntry[]): string[] {
  return [...new Set(orderViolations(shop, erp, true).map(({ rule }) => rule))]
}
