import { type Keyed, isOfBank, renderVouchers } from '../tally/render.ts'
import type { Problem, Voucher } from '../vouchers/voucher.ts'
import type { Columns } from './columns.ts'
import type { FileFormat } from './manifest.ts'
import { writeWorkbook } from './workbook.ts'
import { isZohoBill, zohoBills } from './zoho-bills.ts'

/** The books that a file is written for. */
export type Target =
  /** `company` as Tally has it: it is named in the file. */
  { format: 'tally'; company: string } | { format: 'zoho' } | { format: 'xlsx'; columns: Columns }

export function extensionOf(format: FileFormat): string {
  return { tally: 'xml', zoho: 'csv', xlsx: 'xlsx' }[format]
}

/** Why a voucher cannot be in such a file; none when it can. */
export function refusalOf(voucher: Voucher | undefined, { format }: Target): Problem[] {
  if (voucher === undefined) return []
  const message = messageOf(voucher, format)
  return message === undefined ? [] : [{ code: 'other', field: 'kind', message }]
}

function messageOf(voucher: Voucher, format: FileFormat): string | undefined {
  if (format === 'zoho' && !isZohoBill(voucher)) {
    return 'A file of bills for Zoho Books holds bills alone: enter this one there by hand.'
  }
  if (format === 'xlsx' && isOfBank(voucher.kind)) {
    return 'A sheet of invoices holds no bank entries: enter this one by hand.'
  }
  return undefined
}

/** The file. That for Tally is in UTF-16 with its mark, as Tally itself writes: in any other Indian scripts are lost. */
export async function bytesOf(keyed: readonly Keyed[], target: Target): Promise<Uint8Array> {
  const vouchers = keyed.map(({ voucher }) => voucher)
  switch (target.format) {
    case 'tally':
      return Buffer.from(`\ufeff${renderVouchers(keyed, target.company)}`, 'utf16le')
    case 'zoho':
      return new TextEncoder().encode(zohoBills(vouchers))
    case 'xlsx':
      return await writeWorkbook(vouchers, target.columns)
  }
}
