import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { offers, type products } from '../../../../src/services/storefront/tables.ts'
import { addCategory, addOffer, addProduct } from '../../../support/catalogue.ts'
import { linesOf, orderDesk } from '../../../support/orders.ts'
import { noon } from '../../../support/temporary-database.ts'

/** Orders and offers that are tried: each writes to a database. */
const runs = 60

const price = fc.integer({ min: 1, max: 10_000_000 })

const goods = fc.record({
  salePrice: price,
  minSalePrice: fc.option(price),
  gstBasisPoints: fc.constantFrom(0, 25, 300, 500, 1_200, 1_800, 4_000),
  inCategory: fc.boolean(),
})

const rule = fc.oneof(
  fc.record({
    ruleKind: fc.constant('percentage' as const),
    ruleValue: fc.integer({ min: 1, max: 9_999 }).map((value) => String(value / 100)),
  }),
  fc.record({
    ruleKind: fc.constant('flat' as const),
    ruleValue: price.map((value) => String(value / 100)),
  }),
)

const offer = fc.record({
  rule,
  appliesTo: fc.constantFrom('everything' as const, 'categories' as const, 'products' as const),
  // Before, around and after the moment of the order.
  startsAt: fc.option(fc.integer({ min: noon - 2, max: noon + 2 })),
  endsAt: fc.option(fc.integer({ min: noon - 2, max: noon + 2 })),
})

const shop = fc.record({
  goods: fc.array(goods, { minLength: 1, maxLength: 6 }),
  offers: fc.array(offer, { maxLength: 5 }),
  quantities: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 6, maxLength: 6 }),
  discount: fc.integer({ min: 0, max: 100 }),
})

test('orders add up in paise whatever is sold with whichever offers, and no offer makes dearer than the sale price or cheaper than the lowest', async () => {
  await using desk = orderDesk()
  const { database } = desk
  const { id: categoryId } = await addCategory(database, { name: 'Sweets' })
  await fc.assert(
    fc.asyncProperty(shop, async (drawn) => {
      await database.write((conn) => conn.delete(offers).run())
      const added: (Partial<typeof products.$inferSelect> & { sku: string; id: string })[] = []
      for (const { inCategory, ...one } of drawn.goods) {
        const sku = crypto.randomUUID()
        const row = { ...one, sku, stockQuantity: 1_000, ...(inCategory ? { categoryId } : {}) }
        added.push({ ...row, ...(await addProduct(database, row)) })
      }
      for (const { rule: terms, appliesTo, ...times } of drawn.offers) {
        const target = appliesTo === 'categories' ? categoryId : (added[0]?.id ?? '')
        const targets = appliesTo === 'everything' ? null : target
        await addOffer(database, { title: 'Offer', ...terms, appliesTo, targets, ...times })
      }
      const items = added.map(({ sku }, at) => ({ sku, quantity: drawn.quantities[at] ?? 1 }))
      // Each line comes to a paisa at least.
      const discount = Math.min(drawn.discount, added.length) / 100
      const placed = await desk.place({ items, discount })
      const order = desk.order(placed['id'])
      const lines = desk.items(placed['id'])
      const sum = (of: (line: (typeof lines)[number]) => number) =>
        lines.reduce((total, line) => total + of(line), 0)
      expect(linesOf(placed)).toHaveLength(added.length)
      expect(sum(({ unitPrice, quantity }) => unitPrice * quantity)).toBe(sum((l) => l.lineTotal))
      expect(order.subtotal + order.gstTotal).toBe(sum(({ lineTotal }) => lineTotal))
      expect(order.gstTotal).toBe(sum(({ gstAmount }) => gstAmount))
      expect(order.total).toBe(order.subtotal + order.gstTotal - order.discount)
      for (const [at, line] of lines.entries()) {
        const { salePrice = 0, minSalePrice = null } = added[at] ?? {}
        expect(Number.isInteger(line.unitPrice) && line.unitPrice > 0).toBe(true)
        expect(line.unitPrice).toBeLessThanOrEqual(salePrice)
        expect(line.unitPrice).toBeGreaterThanOrEqual(Math.min(salePrice, minSalePrice ?? 1))
        expect(line.offerId === null).toBe(line.unitPrice === salePrice)
      }
    }),
    { numRuns: runs },
  )
})
