import { importMonth } from '../../src/gstr2b/months.ts'
import { listGstr2bEntries } from '../../src/gstr2b/entries/list-entries.ts'
import type { PortalRow } from '../../src/gstr2b/portal/row.ts'
import { scanService, type ScanInput, type ScanService } from '../support/scan-service.ts'
import { dayMs } from '../support/temporary-database.ts'
import { portalMonth, sellerGstin } from './portal-file.ts'

/** The day after the portal published the GSTR-2B of July. */
export const august = Date.UTC(2026, 7, 15, 12)

export const by = 'owner'

export function shop(): ScanService {
  const service = scanService()
  service.clock.at(august)
  return service
}

/** A bill of ₹1,050 of 3 July, seen two days before the GSTR-2B. */
export async function addBill(
  { addScan }: ScanService,
  head: Record<string, string> = {},
  scan: ScanInput = {},
) {
  return await addScan({
    createdAt: august - 2 * dayMs,
    metadata: {
      'Bill No': 'ST/118',
      Dated: '03/07/2026',
      Supplier: 'Shree Traders',
      GSTIN: sellerGstin,
      'Taxable Value': '1,000.00',
      CGST: '25.00',
      SGST: '25.00',
      Total: '₹1,050.00',
      ...head,
    },
    ...scan,
  })
}

export async function bring(
  { deps }: ScanService,
  rows: readonly PortalRow[],
  about = {},
  replacesNewer = false,
) {
  return await importMonth(deps, portalMonth(rows, about), { by, replacesNewer })
}

/** Number, state and the shop's bill of each line of a month. */
export async function lines(
  { deps }: ScanService,
  wanted: Parameters<typeof listGstr2bEntries>[1] = {},
) {
  const entries = await listGstr2bEntries(deps, wanted)
  return entries.map(({ number, state, bill }) => [number, state, bill?.id ?? null])
}
