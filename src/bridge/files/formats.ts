import { isOfBank, type Keyed, renderVouchers } from '../tally/render.ts'
import type { Problem, Voucher } from '../vouchers/voucher.ts'
import type { Columns } from './columns.ts'
import type { FileFormat } from './manifest.ts'
import { sheetRefusal } from './sheet-refusal.ts'
import { writeWorkbook } from './workbook.ts'
import { zohoFile, zohoRefusal, zohoSheetOf } from './zoho.ts'

/** The books that a file is written for. */
export type Target =
  /** `company` as Tally has it: it is named in the file. */
  { format: 'tally'; company: string } | { format: 'zoho' } | { format: 'xlsx'; columns: Columns }

export function extensionOf(format: FileFormat): string {
  return { tally: 'xml', zoho: 'csv', xlsx: 'xlsx' }[format]
}

/** Why a voucher cannot be in such a file; none when it can. */
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

/** What of the program imports a voucher, where it has several imports; '' where one takes all. */
export function sheetOf(voucher: Voucher, { format }: Target): string {
  return format === 'zoho' ? zohoSheetOf(voucher) : ''
}

/** Whether rows of one number become one voucher, whoever sold: then only one of a number may be in a file. */
export function takesTogetherByNumber(voucher: Voucher, target: Target): boolean {
  if (target.format === 'tally' || isOfBank(voucher.kind)) return false
  return target.format === 'zoho' || target.columns.rows !== 'entries'
}

/** The file, of vouchers of one sheet. That for Tally is in UTF-16 with its mark, as Tally itself writes: in any other Indian scripts are lost. */
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
