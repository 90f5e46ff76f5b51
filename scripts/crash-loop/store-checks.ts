import type { Violation } from '../client-flow/proof.ts'
import type { ErpEntry, ShopEntry } from '../client-flow/storefront/ledger.ts'
import { checkCatalogue } from './catalogue-checks.ts'
import { checkImages } from './image-checks.ts'
import { withDatabase } from './open-database.ts'
import { checkOrders } from './order-checks.ts'

/**
 * What must hold of the storefront in a data directory whenever no server runs on it, against what the ledgers of the
 * shop and of its accounting system were promised. Everything in it must come from them.
 */
export function checkStore(
  data: string,
  shop: readonly ShopEntry[],
  erp: readonly ErpEntry[],
): Violation[] {
  return withDatabase(data, (db, dir, report) => {
    checkCatalogue(db, shop, report)
    checkImages(db, dir, report)
    checkOrders(db, shop, erp, report)
  })
}
