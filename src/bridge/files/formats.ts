import { type Keyed, renderVouchers } from '../tally/render.ts'
import { isOfBank, type Problem, type Voucher, type VoucherKind } from '../vouchers/voucher.ts'
import { type Columns, placeholders, writeWorkbook } from './columns.ts'
import type { FileFormat, FilesPairing } from './folder.ts'
import { zohoFile, zohoRefusal, zohoSheetOf } from './zoho.ts'
import { billRows } from './rows.ts'

/** The accounting program that a file is written for. */
export type Target = FilesPairing['target']

export function extensionOf(format: FileFormat): string {
  return { tally: 'xml', zoho: 'csv', xlsx: 'xlsx' }[format]
}

/** Why a file for `target` cannot hold the voucher. Empty when it can. */
export function refusalOf(voucher: Voucher | undefined, target: Target): Problem[] {
  if (voucher === undefined) return []
  const message = messageOf(voucher, target)
  return message === undefined ? [] : [{ code: 'other', field: 'kind', message }]
}

function messageOf(voucher: Voucher, target: Target): string | undefined {
  switch (target.format) {
    case 'tally':
      return undefined
    case 'zoho':
      return zohoRefusal(voucher)
    case 'xlsx':
      return sheetRefusal(voucher, target.columns)
  }
}

/** The import of the target program that takes this voucher; '' where one import takes all. */
export function sheetOf(voucher: Voucher, { format }: Target): string {
  return format === 'zoho' ? zohoSheetOf(voucher) : ''
}

/** Whether the program merges rows of one number into one voucher, whoever the seller is. Then a file may hold each number only once. */
export function takesTogetherByNumber(voucher: Voucher, target: Target): boolean {
  if (target.format === 'tally' || isOfBank(voucher.kind)) return false
  return target.format === 'zoho' || target.columns.rows !== 'entries'
}

/**
 * The bytes of a file with the vouchers of one sheet. Tally's file is UTF-16 with a byte order mark, as Tally itself writes it: other
 * encodings lose Indian scripts.
 */
export async function bytesOf(keyed: readonly Keyed[], target: Target): Promise<Uint8Array> {
  switch (target.format) {
    case 'tally':
      return Buffer.from(`\ufeff${renderVouchers(keyed, target.company)}`, 'utf16le')
    case 'zoho':
      return new TextEncoder().encode(zohoFile(keyed.map(({ voucher }) => voucher)))
    case 'xlsx':
      return await writeWorkbook(keyed, target.columns)
  }
}

/** Why the sheet cannot hold the voucher. Undefined when it can. */
function sheetRefusal(voucher: Voucher, columns: Columns): string | undefined {
  // A sheet of entries shows each ledger with its side and amount, so it can hold everything.
  if (columns.rows === 'entries' && columns.kinds === undefined) return undefined
  if (isOfBank(voucher.kind))
    return 'A sheet of invoices holds no bank entries: enter this one by hand.'
  if (!holdsKind(voucher.kind, columns)) {
    return `The sheet “${columns.sheet}” holds no ${namesOfKinds[voucher.kind]}: enter this one by hand.`
  }
  return columns.rows === 'entries' ? undefined : leftOut(voucher, shownIn(columns))
}

/** Refuses a sheet of lines that leaves out part of the total: the accounts would get a smaller bill, and nobody would know. */
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

/** Lines have amounts above zero in either direction. Only the voucher type tells a note from a purchase. */
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
