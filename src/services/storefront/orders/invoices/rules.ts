import { halfOfGst } from '../../../../platform/money.ts'

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

type TaxHeads = { cgst: number; sgst: number; igst: number }

type TaxedLine = { hsn: string; gstBasisPoints: number; lineTotal: number; gstAmount: number }

/** The sums of the lines with one HSN code and rate. */
export type TaxOfHsn = TaxHeads & { hsn: string; gstBasisPoints: number; taxable: number }

/** How an invoice's tax is split. See `halvesAreEqual` in tables.ts. */
export type TaxSplit = { isInterState: boolean; halvesAreEqual: boolean }

/**
 * The tax by HSN code and rate, in the order of the lines. Between states all tax is IGST, otherwise CGST and SGST,
 * each calculated from the taxable value. The difference from the GST in the prices goes into the round-off.
 */
export function taxByHsn(
  lines: readonly TaxedLine[],
  { isInterState, halvesAreEqual }: TaxSplit,
): TaxOfHsn[] {
  let odd = 0
  const groups = Map.groupBy(lines, ({ hsn, gstBasisPoints }) => `${hsn} ${gstBasisPoints}`)
  return [...groups.values()].map((group) => {
    const [{ hsn, gstBasisPoints } = { hsn: '', gstBasisPoints: 0 }] = group
    const gst = group.reduce((sum, { gstAmount }) => sum + gstAmount, 0)
    const total = group.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
    const taxable = total - gst
    const row = { hsn, gstBasisPoints, taxable }
    if (isInterState) return { ...row, cgst: 0, sgst: 0, igst: gst }
    if (halvesAreEqual) {
      const half = halfOfGst(taxable, gstBasisPoints)
      return { ...row, cgst: half, sgst: half, igst: 0 }
    }
    // As on older invoices: CGST and SGST took turns in getting the odd paisa of a row.
    odd += gst % 2
    const cgst = odd % 2 === 0 ? Math.ceil(gst / 2) : Math.floor(gst / 2)
    return { ...row, cgst, sgst: gst - cgst, igst: 0 }
  })
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
