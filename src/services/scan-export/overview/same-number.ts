import { eq } from 'drizzle-orm'
import { query, snapshot, type Conn, type Params } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDay } from '../../../paper/values.ts'
import { readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { currentData } from '../scans/current-data.ts'
import { canonicalSigns, mayBeSamePaper } from '../scans/rules.ts'
import { deliveryAt, listWaitingByInvoiceNo } from '../scans/waiting-queries.ts'
import { scans } from '../tables.ts'
import { listedScans, type ListedScan } from './list-scans.ts'

/** The most documents to name. A person who types a number needs only one. */
const namedMax = 5

/** What somebody has typed so far, '' where nothing. `except`: the document that is being typed. */
type TypedBill = {
  number: string
  seller: string
  gstin: string
  date: string
  category: Category
  except: string
}

/**
 * Documents with this number that may be the same paper: of every user, waiting, held or delivered, the oldest first. A different seller or
 * date rules a document out, as when a copy is settled.
 */
export function findSameNumber(deps: ScanExportDeps, typed: TypedBill): ListedScan[] {
  const number = toNfc(typed.number).trim()
  if (number === '') return []
  const { read } = deps.database
  return snapshot(read, () => {
    const { vendors } = deps.names(read)
    const typedData = {
      invoice_metadata: {
        gstin: typed.gstin.replaceAll(/\s+/g, '').toUpperCase(),
        vendor_name: typed.seller,
        invoice_date: readDay(typed.date) ?? '',
      },
      line_items: [],
    }
    const signs = canonicalSigns(typedData, vendors)
    const alike = [...withNumber(deps, read, number)].filter(
      ({ id, category, data }) =>
        id !== typed.except &&
        category === typed.category &&
        mayBeSamePaper(signs, canonicalSigns(data, vendors)),
    )
    const ids = [...new Set(alike.map(({ id }) => id))].toSorted()
    return listedScans(deps, deliveryAt(read, deps.clock.now()), ids.slice(0, namedMax))
  })
}

type Numbered = { id: string; category: Category; data: ScanData }

function* withNumber(deps: ScanExportDeps, conn: Conn, number: string): Generator<Numbered> {
  for (const { scanId: id, category, data } of listWaitingByInvoiceNo(conn).all({
    invoiceNo: number,
    userId: null,
  })) {
    yield { id, category, data: readDocument(data) }
  }
  for (const { id, category } of listDelivered(conn).all({ number })) {
    const data = currentData(deps, conn, id)
    if (data !== undefined) yield { id, category, data }
  }
}

const listDelivered = query((conn, { number }: Params<{ number: string }>) =>
  conn
    .select({ id: scans.id, category: scans.category })
    .from(scans)
    .where(eq(scans.syncedNo, number)),
)
