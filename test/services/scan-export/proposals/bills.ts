import { learnNewBills } from '../../../../src/services/scan-export/proposals/learn.ts'
import { proposeItems } from '../../../../src/services/scan-export/proposals/find-items.ts'
import { proposeSellers } from '../../../../src/services/scan-export/proposals/find-sellers.ts'
import type { ScanInput, ScanService } from '../../../support/scan-service.ts'

export const gstin = '27AAPFU0939F1ZV'

export const soap = (rate: string) => ({
  Item: 'Soap',
  HSN: '3401',
  'GST %': '18',
  Rate: rate,
  Qty: '10',
})

/** A bill of Acme Traders that another program read, and the night after it. */
export async function addBill(
  service: ScanService,
  head: Record<string, string> = {},
  scan: ScanInput = {},
): Promise<string> {
  const rice = { Item: 'Basmati rice 1 kg', HSN: 1006, 'GST %': '5%', Rate: '1,180.50', UOM: 'Bag' }
  const id = await service.addScan({
    metadata: { Supplier: 'Acme Traders', GSTIN: gstin, Dated: '01/11/2026', ...head },
    lines: [rice, soap('32')],
    ...scan,
  })
  await learnNewBills(service.deps)
  return id
}

export function sellers({ deps }: ScanService, text: string) {
  return proposeSellers(deps, text)
}

export function items(
  { deps }: ScanService,
  asked: { search?: string; seller?: string; gstin?: string },
) {
  return proposeItems(deps, { search: '', seller: 'Acme Traders', gstin, ...asked })
}
