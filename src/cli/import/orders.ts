import { derivedId } from '../../platform/ids.ts'
import { importOrder, readImportedOrder } from '../../services/storefront/orders/orders-file.ts'
import { enterAll, type ImportKind, inSlices, readEach } from './kind.ts'

/** Orders that were taken elsewhere. They reduce no stock here. */
export const orders: ImportKind = {
  name: 'orders',
  action: 'orders brought in',
  fields:
    'items [{ sku } or { product_name, unit_price, gst_pct }, quantity, optional unit_price], customer_name, customer_phone, customer_gstin, shipping_address, shipping_city, shipping_state, shipping_pincode, optional id, status, discount, created_at',
  async enter(lines, target) {
    for await (const slice of inSlices(lines)) {
      const sha256 = await target.source.sha256()
      const read = readEach(slice, target.tally, ({ line, value }) => ({
        order: readImportedOrder(value, derivedId(sha256, line), target.clock.now()),
      }))
      await enterAll(target, read, (conn, { order }) =>
        importOrder(conn, order, target.clock.now()),
      )
    }
  },
}
