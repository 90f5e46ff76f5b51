import { and, asc, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { orderItems, orders, products, variants } from '../tables.ts'

/** The condition of the partial index as it stands there: a parameter would keep SQLite from using it. */
const isWaiting = sql`${orders.waitingItems} > 0`

/** Every status when none is given. */
const ofStatus = sql`(${sql.placeholder('status')} IS NULL OR ${orders.status} = ${sql.placeholder('status')})`

/** The first `limit` waiting orders by age behind a position. */
export const listWaiting = query((conn) =>
  conn
    .select()
    .from(orders)
    .where(
      and(
        isWaiting,
        ofStatus,
        sql`(${orders.createdAt}, ${orders.id}) > (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export const countWaiting = query((conn) =>
  conn
    .select({ waiting: sql<number>`count(*)` })
    .from(orders)
    .where(and(isWaiting, ofStatus))
    .prepare(),
)

/** The SKU that a line has: as it was sold, else its variant's, else its product's, as they are now. */
export const currentSku = sql<string | null>`coalesce(${orderItems.sku},
  (SELECT ${variants.sku} FROM ${variants} WHERE ${variants.id} = ${orderItems.variantId}),
  (SELECT ${products.sku} FROM ${products} WHERE ${products.id} = ${orderItems.productId}))`

/** What every list of lines shows of one: with the SKU that it has now. */
export const lineColumns = {
  id: orderItems.id,
  sku: currentSku,
  productId: orderItems.productId,
  productName: orderItems.productName,
  variantLabel: orderItems.variantLabel,
  hsn: orderItems.hsn,
  quantity: orderItems.quantity,
  unitPrice: orderItems.unitPrice,
  lineTotal: orderItems.lineTotal,
  gstAmount: orderItems.gstAmount,
  gstBasisPoints: orderItems.gstBasisPoints,
  syncedAt: orderItems.syncedAt,
}

/** All lines of the orders in a JSON list of `seq`, with the SKU that they have. */
export const listItemsWithSku = query((conn) =>
  conn
    .select({
      ...lineColumns,
      orderSeq: orderItems.orderSeq,
      variantId: orderItems.variantId,
    })
    .from(orderItems)
    .where(
      sql`${orderItems.orderSeq} IN (SELECT value FROM json_each(${sql.placeholder('orderSeqs')}))`,
    )
    .orderBy(asc(orderItems.orderSeq), asc(orderItems.seq))
    .prepare(),
)

export type ItemWithSku = ReturnType<ReturnType<typeof listItemsWithSku>['all']>[number]
