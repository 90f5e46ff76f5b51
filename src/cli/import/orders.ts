import { derivedId } from '../../platform/ids.ts'
import {
  importOrder,
  readImportedOrder,
  type ImportedOrder,
} from '../../services/storefront/orders/orders-file.ts'
import {
  enterAll,
  type ImportKind,
  type ImportTarget,
  inSlices,
  type Line,
  orError,
} from './kind.ts'

/** Orders that were taken elsewhere. They reduce no stock here. */
export const orders: ImportKind = {
  name: 'orders',
  action: 'orders brought in',
  fields:
    'items [{ sku } or { product_name, unit_price, gst_pct }, quantity, optional unit_price], customer_name, customer_phone, customer_gstin, shipping_address, shipping_city, shipping_state, shipping_pincode, optional id, status, discount, created_at',
  async enter(lines, target) {
    for await (const slice of inSlices(lines)) {
      const read = await readSlice(target, slice)
      await enterAll(target, read, (conn, { order }) =>
        importOrder(conn, order, target.clock.now()),
      )
    }
  },
}

type NumberedOrder = { line: number; order: ImportedOrder }

async function readSlice(
  { clock, source, tally }: ImportTarget,
  slice: readonly Line[],
): Promise<NumberedOrder[]> {
  const sha256 = await source.sha256()
  const read: NumberedOrder[] = []
  for (const { line, value } of slice) {
    const order = orError(() => readImportedOrder(value, derivedId(sha256, line), clock.now()))
    if ('error' in order) tally.fail(line, order.error)
    else read.push({ line, order })
  }
  return read
}
