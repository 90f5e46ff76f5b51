import { snapshot } from '../../../platform/db/connection.ts'
import { pickIn } from '../../../platform/db/statements.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDay } from '../../../paper/values.ts'
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
        // As the stored GSTIN is normalised.
        gstin: typed.gstin.replaceAll(/\s+/g, '').toUpperCase(),
        vendor_name: typed.seller,
        invoice_date: readDay(typed.date) ?? '',
      },
      line_items: [],
    }
    const signs = canonicalSigns(typedData, vendors)
    const waiting = listWaitingByInvoiceNo(read).all({ invoiceNo: number, userId: null })
    const numbered = [
      ...waiting.map(({ scanId: id, category }) => ({ id, category })),
      ...listDelivered(read).all({ syncedNo: number }),
    ]
    const alike = numbered.filter(({ id, category }) => {
      if (id === typed.except || category !== typed.category) return false
      const data = currentData(deps, read, id)
      return data !== undefined && mayBeSamePaper(signs, canonicalSigns(data, vendors))
    })
    const ids = [...new Set(alike.map(({ id }) => id))].toSorted()
    return listedScans(deps, deliveryAt(read, deps.clock.now()), ids.slice(0, namedMax))
  })
}

const listDelivered = pickIn(scans, ['syncedNo'], ['id', 'category'])
