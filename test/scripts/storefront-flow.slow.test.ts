import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLedger } from '../../scripts/client-flow/ledger.ts'
import type { ErpEntry, ShopEntry } from '../../scripts/client-flow/storefront/ledger.ts'
import { countOrders, orderViolations } from '../../scripts/client-flow/storefront/proof.ts'
import { checkTidied } from '../../scripts/crash-loop/database-checks.ts'
import { checkStore } from '../../scripts/crash-loop/store-checks.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { damageDatabase } from './damage-database.ts'
import { playFlow } from './play-flow.ts'

let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})

afterEach(async () => {
  await shop.close()
  for (const who of ['shop', 'erp'] as const) rmSync(ledgerOf(who), { force: true })
})

describe('the client flow of the storefront', () => {
  test('fills the shop and takes its orders once, and the book agrees; each damage to it is seen', async () => {
    await playFlow(flowOf('shop', '--goods=40', '--pause=20'), () => {
      const sent = readLedger<ShopEntry>(ledgerOf('shop'))
      const { goods, settings, placed } = countOrders(sent, [])
      return goods >= 40 && settings > 5 && placed > 20
    })
    await playFlow(flowOf('erp'))
    const sent = readLedger<ShopEntry>(ledgerOf('shop'))
    const taken = readLedger<ErpEntry>(ledgerOf('erp'))
    const counts = countOrders(sent, taken)
    expect(counts.goods).toBeGreaterThanOrEqual(40)
    expect(counts.settings).toBeGreaterThan(5)
    expect(counts.placed).toBeGreaterThan(20)
    expect(counts.acknowledged).toBe(counts.placed)
    expect(orderViolations(sent, taken, true)).toEqual([])
    const faults = () => [
      ...new Set(
        [...checkStore(shop.dir.root, sent, taken), ...checkTidied(shop.dir.root)].map(
          ({ rule }) => rule,
        ),
      ),
    ]
    expect(faults()).toEqual([])
    for (const [damage, rule] of damages) {
      const undo = damageDatabase(shop, damagedTables, damage)
      expect([damage, faults()]).toEqual([damage, expect.arrayContaining([rule])])
      undo()
    }
    expect(faults()).toEqual([])
    for (const [rule, undo] of damagedFiles()) {
      expect(faults()).toEqual([rule])
      undo()
    }
  })
})

const damagedTables = [
  'products',
  'product_images',
  'variants',
  'catalogue_state',
  'files',
  'orders',
  'order_items',
  'order_counters',
  'idempotency_keys',
]

const oneProduct = "(SELECT max(seq) FROM products WHERE barcode LIKE '1-%')"
const oneOrder = '(SELECT max(seq) FROM orders)'

/** What a broken server might leave, and the rule that must name it. */
const damages: readonly (readonly [sql: string, rule: string])[] = [
  [`DELETE FROM products WHERE seq = ${oneProduct}`, 'nothing acknowledged is lost'],
  [`UPDATE products SET barcode = '1-0' WHERE seq = ${oneProduct}`, 'nothing acknowledged is lost'],
  [
    `UPDATE products SET barcode = '1-9999' WHERE seq = ${oneProduct}`,
    'only what was sent is stored',
  ],
  [`UPDATE products SET barcode = '' WHERE seq = ${oneProduct}`, 'only what was sent is stored'],
  [`UPDATE products SET mrp = mrp + 1 WHERE seq = ${oneProduct}`, 'a row is written whole'],
  ['UPDATE variants SET mrp = mrp + 1', 'a row is written whole'],
  ['DELETE FROM variants', 'a row is written whole'],
  ['DELETE FROM product_images', 'a row is written whole'],
  ['UPDATE products SET image = NULL', 'a row is written whole'],
  ["UPDATE products SET sale_price = 1 WHERE barcode LIKE '1-%'", 'a row is written whole'],
  ['UPDATE products SET stock_quantity = -1', 'nothing acknowledged is lost'],
  ['UPDATE catalogue_state SET version = 1', "no product is ahead of the catalogue's version"],
  ["UPDATE files SET state = 'deleting'", 'an image has its file'],
  ["UPDATE files SET state = 'deleting'", 'no deletion is left half done'],
  ['DELETE FROM files', 'no orphan file'],
  [
    "INSERT INTO files (kind, hash, bytes, state) VALUES ('images', 'f', 1, 'stored')",
    'no orphan row',
  ],
  [
    `DELETE FROM order_items WHERE order_seq = ${oneOrder}; DELETE FROM orders WHERE seq = ${oneOrder}`,
    'nothing acknowledged is lost',
  ],
  ['DELETE FROM order_items', 'an order is written whole'],
  ['UPDATE order_items SET synced_at = NULL', 'nothing acknowledged is lost'],
  ['UPDATE order_items SET gst_amount = gst_amount + 1', 'an order adds up'],
  ['UPDATE order_items SET quantity = quantity + 1', 'stock is what is not sold'],
  ['UPDATE orders SET total = total + 1', 'an order adds up'],
  ['UPDATE orders SET subtotal = subtotal + 1, gst_total = gst_total - 1', 'an order adds up'],
  ['UPDATE orders SET waiting_items = waiting_items + 1', 'an order waits for its items'],
  ['UPDATE orders SET synced_at = NULL', 'an order is synced with its items'],
  ["UPDATE orders SET status = 'paid', revision = 99", 'an order is where it was moved'],
  [
    `UPDATE orders SET status = 'cancelled' WHERE seq =
       (SELECT max(seq) FROM orders WHERE status NOT IN ('cancelled', 'returned'))`,
    'stock is what is not sold',
  ],
  ["UPDATE orders SET customer_name = 'one'", 'an order is entered once'],
  ["UPDATE orders SET customer_name = 'one'", 'only what was sent is stored'],
  ['DELETE FROM idempotency_keys', 'an order has its answer'],
  ['UPDATE order_counters SET last = last + 1', 'order numbers have no gap'],
]

/** Damages a picture, then takes one away, then adds one; each function takes it back. */
function* damagedFiles(): Generator<readonly [rule: string, undo: () => void]> {
  const [name = ''] = readdirSync(shop.dir.images, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /[0-9a-f]{64}$/.test(path),
  )
  const file = join(shop.dir.images, name)
  const bytes = readFileSync(file)
  const undo = () => writeFileSync(file, bytes)
  writeFileSync(file, bytes.toReversed())
  yield ['an image has its file', undo]
  rmSync(file)
  yield ['an image has its file', undo]
  const extra = join(shop.dir.images, 'half.part')
  writeFileSync(extra, 'half a file')
  yield ['no orphan file', () => rmSync(extra)]
}

function flowOf(who: 'shop' | 'erp', ...options: readonly string[]): string[] {
  return [
    `--plays=${who}`,
    `--base=${shop.url}/storefront`,
    `--ledger=${ledgerOf(who)}`,
    `--key=flow=${shop.keys.storefront}`,
    ...options,
  ]
}

function ledgerOf(who: 'shop' | 'erp'): string {
  return `${shop.dir.root}-${who}`
}
