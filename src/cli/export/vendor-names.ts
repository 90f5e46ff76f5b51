import { findNameById } from '../../names/queries.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { JsonObject } from '../../platform/json.ts'

/** Products with their vendors by name, which another database knows them by; their ids are this database's own. */
export function* withVendorNames(
  conn: Conn,
  products: Iterable<JsonObject>,
): Generator<JsonObject> {
  for (const product of products) {
    const { vendor_id: id, ...rest } = product
    const vendor =
      typeof id === 'string' ? findNameById(conn).get({ kind: 'vendor', id }) : undefined
    yield vendor === undefined ? product : { ...rest, vendor_name: vendor.name }
  }
}
