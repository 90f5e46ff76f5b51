import type { JsonObject } from '../../src/platform/json/json.ts'
import { correctScan } from '../../src/services/scan-export/scans/change-scan.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import type { ScanExportDeps } from '../../src/services/scan-export/service.ts'
import { dayMs } from './temporary-database.ts'

type BillInput = { head?: JsonObject; lines?: JsonObject[]; now?: number }

/** A bill of two lines, a few days old, in which nothing contradicts anything; `head` and `lines` change or add to it. */
export function honestBill(
  number: string,
  { head = {}, lines = honestLines, now = Date.now() }: BillInput = {},
): RawDocument {
  const [date] = new Date(now - 5 * dayMs).toISOString().split('T')
  return {
    invoice_metadata: {
      'Bill No.': number,
      'Bill Date': date ?? '',
      'Vendor Name': 'Acme Traders',
      GSTIN: '27AAPFU0939F1ZV',
      'Place of Supply': 'Maharashtra',
      'Taxable Value': '1,000.00',
      CGST: '25.00',
      SGST: '25.00',
      Total: '₹1,050.00',
      ...head,
    },
    line_items: lines,
  }
}

const honestLines: JsonObject[] = [
  {
    Description: 'Rice 5 kg',
    HSN: '1006',
    Qty: '2 Bag',
    Rate: '400.00',
    'GST %': '5',
    Amount: '800',
  },
  { Description: 'Salt', HSN: '2501', Qty: '10', Rate: '20.00', 'GST %': '5', Amount: '200.00' },
]

/** Types in what no check would let pass, and says that it stands so on the paper. */
export async function typeIn(
  deps: ScanExportDeps,
  id: string,
  raw: RawDocument,
  by: string,
): Promise<void> {
  const confirmed = await correctScan(deps, id, raw, by)
  if (confirmed.length > 0) await correctScan(deps, id, raw, by, { confirmed })
}
