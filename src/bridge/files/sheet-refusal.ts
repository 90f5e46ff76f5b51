import { isOfBank } from '../tally/render.ts'
import type { Voucher, VoucherKind } from '../vouchers/voucher.ts'
import { billRows } from './bill-rows.ts'
import { type Columns, placeholders } from './columns.ts'

/** Why a voucher cannot be in such a sheet; undefined when it can. */
export function sheetRefusal(voucher: Voucher, columns: Columns): string | undefined {
  // Each ledger stands in it with its side and amount.
  if (columns.rows === 'entries' && columns.kinds === undefined) return undefined
  if (isOfBank(voucher.kind))
    return 'A sheet of invoices holds no bank entries: enter this one by hand.'
  if (!holdsKind(voucher.kind, columns)) {
    return `The sheet “${columns.sheet}” holds no ${namesOfKinds[voucher.kind]}: enter this one by hand.`
  }
  return columns.rows === 'entries' ? undefined : leftOut(voucher, shownIn(columns))
}

/** A sheet of lines that shows less than the total would be a smaller bill in the books, and nobody would know. */
function leftOut(voucher: Voucher, shown: ReadonlySet<string>): string | undefined {
  if (shown.has('total')) return undefined
  const rows = billRows(voucher)
  const cess = rows.reduce((sum, { taxes }) => sum + taxes.cess, 0)
  const [{ beside, roundOff } = { beside: 0, roundOff: 0 }] = rows
  const missing = [
    ...(cess !== 0 && !shown.has('cess') && !shown.has('line_total') ? ['cess'] : []),
    ...(beside !== 0 && !shown.has('beside') ? ['other charges'] : []),
    ...(roundOff !== 0 && !shown.has('round_off') ? ['round-off'] : []),
  ]
  if (missing.length === 0) return undefined
  return `The sheet has no column for its ${missing.join(' and ')}, and would come to another total: enter this one by hand, or add the column.`
}

/** Amounts of lines are above zero, whichever way goods and money go: only the type of the voucher tells a note from a purchase. */
function holdsKind(kind: VoucherKind, columns: Columns): boolean {
  const { kinds } = columns
  if (kinds === undefined) return isPurchase(kind) || shownIn(columns).has('voucher_type')
  return kinds.some((held) => held === kind || (held === 'purchase' && isPurchase(kind)))
}

function isPurchase(kind: VoucherKind): boolean {
  return kind === 'purchase' || kind === 'purchase_items'
}

function shownIn({ columns }: Columns): Set<string> {
  return new Set(
    columns.flatMap(({ value }) =>
      [...value.matchAll(placeholders)].map(([, field = '']) => field),
    ),
  )
}

const namesOfKinds: Readonly<Record<VoucherKind, string>> = {
  purchase: 'purchases',
  purchase_items: 'purchases',
  debit_note: 'credit notes of sellers',
  credit_note: 'debit notes of sellers',
  sales_order: 'orders of customers',
  sales: 'sales',
  payment: 'payments',
  receipt: 'receipts',
  contra: 'contras',
}
