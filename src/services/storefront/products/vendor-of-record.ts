import { findName } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { foldText } from '../../../platform/text.ts'

/**
 * The record with the vendor that it names (`vendor_name`) by its id in this database: ids differ from database to database, names do
 * not. Throws AppError `invalid_request` when the vendor list has no such name.
 */
export function withVendorId(conn: Conn, record: JsonObject): JsonObject {
  const { vendor_name: name, ...rest } = record
  if (name === undefined || name === null) return rest
  const vendor =
    typeof name === 'string'
      ? findName(conn).get({ kind: 'vendor', folded: foldText(name) })
      : undefined
  if (vendor !== undefined) return { ...rest, vendor_id: vendor.id }
  throw notAllowed('vendor_name', 'the name of a vendor of the vendor list', name)
}
