import { allocate } from '../vouchers/allocate.ts'
import type { EntryRole, Paise, TaxHead, Voucher } from '../vouchers/voucher.ts'

/**
 * A line of an invoice as a table row. Each row repeats the invoice's head. Amounts are paise above zero, also on a note. The line totals
 * plus `beside` and `roundOff` equal the invoice's total to the paisa.
 */
export type BillRow = {
  voucher: Voucher
  /** The number of the line, from 0. */
  line: number
  /** '' for a line without a stock item. */
  item: string
  ledger: string
  hsn: string
  unit: string
  /** Undefined for a line without a stock item. */
  qty: number | undefined
  freeQty: number
  rate: number | undefined
  gstPercent: number | undefined
  taxable: Paise
  taxes: Record<TaxHead, Paise>
  lineTotal: Paise
  /** For the whole invoice, in the first line only. */
  beside: Paise
  roundOff: Paise
}

/** The rows of an invoice or an order. Empty for payments, receipts and contras. */
export function billRows(voucher: Voucher): BillRow[] {
  const goods = goodsOf(voucher)
  const sign = signOf(voucher)
  const taxes = taxesByLine(
    voucher,
    goods.map(({ taxable, gstPercent = 0 }) => Math.abs(taxable) * gstPercent),
  )
  return goods.map((own, line) => {
    const shares = turned(taxes[line] ?? noTaxes, sign)
    const taxable = own.taxable * sign
    const tax = shares.cgst + shares.sgst + shares.igst + shares.cess
    return {
      voucher,
      line,
      ...own,
      taxable,
      taxes: shares,
      lineTotal: taxable + tax,
      beside: line === 0 ? sumOf(voucher, 'beside') * sign : 0,
      roundOff: line === 0 ? sumOf(voucher, 'round_off') * sign : 0,
    }
  })
}

/** Whether the tax is split into CGST and SGST. */
export function isWithinState({ entries }: Voucher): boolean {
  return !entries.some(({ role }) => role === 'igst')
}

type Goods = Pick<
  BillRow,
  'item' | 'ledger' | 'hsn' | 'unit' | 'qty' | 'freeQty' | 'rate' | 'gstPercent' | 'taxable'
>

function goodsOf({ entries, items }: Voucher): Goods[] {
  const services = entries
    .filter(({ role }) => role === 'goods')
    .map(({ ledger, paise, gstPercent }) => ({
      ...noItem,
      ledger,
      gstPercent,
      taxable: paise,
    }))
  const stock = items.map((line) => ({
    item: line.item,
    ledger: line.ledger,
    hsn: line.hsn,
    unit: line.unit,
    qty: line.billedQty,
    freeQty: line.actualQty - line.billedQty,
    rate: line.rate,
    gstPercent: line.gstPercent,
    taxable: line.paise,
  }))
  return [...services, ...stock]
}

const noItem = { item: '', hsn: '', unit: '', qty: undefined, freeQty: 0, rate: undefined }

/** A purchase's debits are above zero already. Sales and notes that reduce a purchase are negated. */
function signOf({ entries }: Voucher): 1 | -1 {
  return entries.some(({ isParty = false, paise }) => isParty && paise > 0) ? -1 : 1
}

type Taxes = Record<TaxHead, Paise>

const noTaxes: Taxes = { cgst: 0, sgst: 0, igst: 0, cess: 0 }

/** Spreads each printed tax over the lines by their weights. The sum stays as printed. */
function taxesByLine(voucher: Voucher, weights: readonly number[]): Taxes[] {
  const shares = {
    cgst: allocate(sumOf(voucher, 'cgst'), weights),
    sgst: allocate(sumOf(voucher, 'sgst'), weights),
    igst: allocate(sumOf(voucher, 'igst'), weights),
    cess: allocate(sumOf(voucher, 'cess'), weights),
  }
  return weights.map((_, line) => ({
    cgst: shares.cgst[line] ?? 0,
    sgst: shares.sgst[line] ?? 0,
    igst: shares.igst[line] ?? 0,
    cess: shares.cess[line] ?? 0,
  }))
}

function turned({ cgst, sgst, igst, cess }: Taxes, sign: 1 | -1): Taxes {
  return { cgst: cgst * sign, sgst: sgst * sign, igst: igst * sign, cess: cess * sign }
}

function sumOf({ entries }: Voucher, role: EntryRole): Paise {
  return entries.reduce((sum, entry) => (entry.role === role ? sum + entry.paise : sum), 0)
}
