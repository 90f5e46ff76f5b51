import { statementParts, type Counted } from './statement.ts'
import type { Delivered, DeliveredScan } from './delivered.ts'
import { Lookup, type Mappings } from './lookup.ts'
import { orderVoucher } from './order.ts'
import { purchaseOf } from './purchase.ts'
import { balanceOf, type Part, type Voucher } from './voucher.ts'

/**
 * The vouchers of a delivered document or order, each to the paisa of the paper, or the reasons why there is none yet. Nothing is guessed:
 * a voucher with a problem must not be written. `delivered` is undefined where the API broke its promise. `today` is yyyy-mm-dd in the shop's
 * time zone.
 */
export function vouchersOf(
  delivered: Delivered | undefined,
  mappings: Mappings,
  today: string,
): Part[] {
  if (delivered === undefined) {
    const message = 'It came in a form that this bridge does not know: update it.'
    return [{ part: 0, problems: [{ code: 'other', field: '', message }] }]
  }
  return partsOf(delivered, mappings, today).map(({ part, printed, voucher, lookup }) => {
    // A voucher that was refused for another reason may be incomplete.
    const isWhole = voucher === undefined || lookup.problems.length > 0 || balanceOf(voucher) === 0
    if (!isWhole) refuseUnbalanced(lookup)
    if (voucher !== undefined) refuseFuture(voucher, today, lookup)
    const { problems } = lookup
    return {
      part,
      ...(printed !== undefined && { printed }),
      ...(voucher && { voucher }),
      problems,
    }
  })
}

function partsOf(delivered: Delivered, mappings: Mappings, today: string): Counted[] {
  if (delivered.kind === 'scan') return scanParts(delivered.scan, mappings, today)
  const lookup = new Lookup(mappings)
  const voucher = orderVoucher(delivered.order, mappings, lookup)
  return [{ part: 0, ...(voucher && { voucher }), lookup }]
}

function scanParts(scan: DeliveredScan, mappings: Mappings, today: string): Counted[] {
  if (scan.category === 'bank_entry') return statementParts(scan, mappings)
  const lookup = new Lookup(mappings)
  if (scan.category !== 'vendor_invoice') {
    const message = 'Only bills, notes and bank statements are entered in the books.'
    lookup.refuse({ code: 'other', field: 'category', message })
    return [{ part: 0, lookup }]
  }
  const voucher = purchaseOf(scan, mappings, today, lookup)
  return [{ part: 0, ...(voucher && { voucher }), lookup }]
}

/** Nobody dates a bill or a bank entry in the future: a later day was misread. */
function refuseFuture({ date, referenceDate = date }: Voucher, today: string, lookup: Lookup) {
  const latest = date > referenceDate ? date : referenceDate
  if (latest <= today) return
  const message = `The paper is dated ${latest}, and today is ${today}.`
  lookup.refuse({ code: 'date_out_of_period', field: 'date', message })
}

/** No paper should get here. This check catches an error in the code above. */
function refuseUnbalanced(lookup: Lookup): void {
  const message = 'The entries do not come to the total of the paper.'
  lookup.refuse({ code: 'totals_mismatch', field: 'total', message })
}
