import {
  halfOfGst,
  taxByHsn,
  type TaxHeads,
  type TaxOfHsn,
  type TaxSplit,
} from '../../../../platform/money.ts'

/* The law's rules for invoices (source: CGST rules 46 and 49, section 10). Money in paise. */

/**
 * In this order: a sale with tax; a sale without separate tax, by a composition dealer or of exempt goods; a sale by a
 * shop without registration.
 */
type InvoiceKind = 'tax invoice' | 'bill of supply' | 'invoice'

type Standing = { gstin: string | null; isComposition: boolean }

/** The kind of paper for a sale. */
export function kindOf(
  { gstin, isComposition }: Standing,
  lines: readonly { gstBasisPoints: number }[],
): InvoiceKind {
  if (gstin === null) return 'invoice'
  const isTaxed = lines.some(({ gstBasisPoints }) => gstBasisPoints > 0)
  return isComposition || !isTaxed ? 'bill of supply' : 'tax invoice'
}

/** The largest running number: together with a prefix of 3 characters the number has 16 characters. */
export const runningMax = 999_999

/**
 * `INV/26-27/00001`: the `running`th invoice number of a financial year. With a prefix of 3 characters it has at most
 * 16 characters up to the 999,999th.
 */
export function invoiceNumberOf(prefix: string, year: number, running: number): string {
  const years = [year, year + 1].map((one) => String(one % 100).padStart(2, '0')).join('-')
  const number = `${years}/${String(running).padStart(5, '0')}`
  return prefix === '' ? number : `${prefix}/${number}`
}

/** The total of a sale rounded to whole rupees, half up. */
export function roundedOff(total: number): number {
  return Math.round(total / 100) * 100
}

export function taxSum(taxes: readonly TaxHeads[]): number {
  return taxes.reduce((sum, { cgst, sgst, igst }) => sum + cgst + sgst + igst, 0)
}

type Payment = { upiId: string; name: string; paise: number; note: string }

/** The address by which a UPI app pays (source: NPCI's UPI linking specification). Null without a UPI ID or an amount. */
export function upiAddress({ upiId, name, paise, note }: Payment): string | null {
  if (upiId === '' || paise <= 0) return null
  const fields = { pa: upiId, pn: name, am: (paise / 100).toFixed(2), cu: 'INR', tn: note }
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}

/*
 * The credit for returned goods. Each amount is the share of all goods returned so far, minus earlier credits. When
 * everything is returned, the credit notes add up exactly to the invoice. Money in paise.
 */

type Amounts = { lineTotal: number; gstAmount: number }

export type CreditedLine = Amounts & { itemId: string; quantity: number }

type SoldLine = Amounts & { id: string; quantity: number; hsn: string; gstBasisPoints: number }

/** The amounts for `units` of a line, after `before` units were returned earlier. */
export function creditedLine(line: SoldLine, before: number, units: number): CreditedLine {
  const { id: itemId, quantity } = line
  const between = (amount: number) =>
    share(amount, before + units, quantity) - share(amount, before, quantity)
  return {
    itemId,
    quantity: units,
    lineTotal: between(line.lineTotal),
    gstAmount: between(line.gstAmount),
  }
}

type Billed = {
  /** The sum of all lines. */
  gross: number
  discount: number
  payable: number
  /** The invoice was rounded to whole rupees, so its remainder is rounded too. */
  isRounded: boolean
}

/** The earlier credits. */
type Credited = { gross: number; discount: number; payable: number }

/** The totals of a credit note. `gross` is the sum of its lines. */
export function creditTotals({ gross: all, ...billed }: Billed, before: Credited, gross: number) {
  const back = before.gross + gross
  const discount = share(billed.discount, back, all) - before.discount
  const left = all - back - (billed.discount - before.discount - discount)
  const payableLeft = billed.isRounded ? Math.round(left / 100) * 100 : left
  return {
    discount,
    total: gross - discount,
    payable: billed.payable - before.payable - payableLeft,
  }
}

/**
 * The tax of a credit note by HSN code and rate, split like its invoice's. The note credits some of the invoice's
 * `lines`. When everything is returned, the credit notes have exactly the invoice's tax under each head.
 */
export function creditedTaxes(
  lines: readonly SoldLine[],
  split: TaxSplit,
  before: readonly CreditedLine[],
  credited: readonly CreditedLine[],
): TaxOfHsn[] {
  return taxByHsn(lines, split).flatMap((row) => {
    const ids = new Set(
      lines.filter(({ hsn, gstBasisPoints }) => isOf(row, hsn, gstBasisPoints)).map(({ id }) => id),
    )
    const now = sumOf(credited, ids)
    if (now.lineTotal === 0) return []
    const earlier = sumOf(before, ids)
    return { ...row, taxable: taxableOf(now), ...headsOf(row, split, earlier, now) }
  })
}

/** The tax on goods returned now: the tax on all goods returned so far, minus the tax on goods returned earlier. */
function headsOf(
  row: TaxOfHsn,
  { isInterState, halvesAreEqual }: TaxSplit,
  earlier: Amounts,
  now: Amounts,
): Pick<TaxOfHsn, 'cgst' | 'sgst' | 'igst'> {
  if (isInterState) return { cgst: 0, sgst: 0, igst: now.gstAmount }
  if (halvesAreEqual) {
    const before = taxableOf(earlier)
    const half =
      halfOfGst(before + taxableOf(now), row.gstBasisPoints) - halfOfGst(before, row.gstBasisPoints)
    return { cgst: half, sgst: half, igst: 0 }
  }
  const back = earlier.gstAmount + now.gstAmount
  const all = row.cgst + row.sgst
  const cgst = share(row.cgst, back, all) - share(row.cgst, earlier.gstAmount, all)
  return { cgst, sgst: now.gstAmount - cgst, igst: 0 }
}

function taxableOf({ lineTotal, gstAmount }: Amounts): number {
  return lineTotal - gstAmount
}

function isOf(row: TaxOfHsn, hsn: string, gstBasisPoints: number): boolean {
  return row.hsn === hsn && row.gstBasisPoints === gstBasisPoints
}

function sumOf(lines: readonly CreditedLine[], ids: ReadonlySet<string>): Amounts {
  const sum = { lineTotal: 0, gstAmount: 0 }
  for (const { itemId, lineTotal, gstAmount } of lines) {
    if (!ids.has(itemId)) continue
    sum.lineTotal += lineTotal
    sum.gstAmount += gstAmount
  }
  return sum
}

/** The share `part` / `all` of an amount, rounded half up. It uses BigInt, because the product may not fit a double. */
function share(amount: number, part: number, all: number): number {
  if (all === 0) return 0
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(all)) / (2n * BigInt(all)))
}
