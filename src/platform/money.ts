/** Paise in a rupee. */
const paisePerRupee = 100

/** The largest amount, in rupees (source: decisions, "Money"). */
export const rupeesMax = 100_000_000_000

/** The same in paise. */
export const paiseMax = rupeesMax * paisePerRupee

/** 100 per cent, in basis points (hundredths of a per cent). */
export const basisPointsMax = 10_000

/** An amount that was read. `rounded` is true when it had more than two decimals. */
type ReadAmount = { paise: number; rounded: boolean }

/**
 * Reads rupees as paise, rounded half up. Undefined for an invalid amount: negative, not finite, above 10^11. The decimals come from the
 * number's shortest text, as its sender wrote them: 1.005 becomes 1.01, although the nearest binary number is a little less.
 */
export function readRupees(rupees: number): ReadAmount | undefined {
  if (!Number.isFinite(rupees) || rupees < 0 || rupees > rupeesMax) return undefined
  const read = hundredths(rupees)
  return { paise: Math.min(read.value, paiseMax), rounded: read.rounded }
}

/** Paise as the JSON number: rupees with at most two decimals. */
export function toRupees(paise: number): number {
  return paise / paisePerRupee
}

/** A percentage from 0 to 100 in basis points, rounded half up. Undefined for anything else. */
export function readPercent(
  percent: number,
): { basisPoints: number; rounded: boolean } | undefined {
  if (!Number.isFinite(percent) || percent < 0 || percent > 100) return undefined
  const { value, rounded } = hundredths(percent)
  return { basisPoints: value, rounded }
}

export function toPercent(basisPoints: number): number {
  return basisPoints / 100
}

/** The GST that a price including it contains, in paise, rounded half up. */
export function gstIncluded(paise: number, basisPoints: number): number {
  // Exact: the product does not fit a double.
  const numerator = BigInt(paise) * BigInt(basisPoints)
  const denominator = BigInt(basisPointsMax + basisPoints)
  return Number((2n * numerator + denominator) / (2n * denominator))
}

/**
 * CGST, or SGST, of a taxable value at a rate of GST in basis points: half of its tax, in paise, rounded half up, so that the two are
 * the same amount.
 */
export function halfOfGst(taxable: number, basisPoints: number): number {
  // In two parts, because the product of the largest two does not fit a double.
  const divisor = 2 * basisPointsMax
  const rest = taxable % divisor
  const whole = (taxable - rest) / divisor
  return whole * basisPoints + Math.floor((2 * rest * basisPoints + divisor) / (2 * divisor))
}

export type TaxHeads = { cgst: number; sgst: number; igst: number }

type TaxedLine = { hsn: string; gstBasisPoints: number; lineTotal: number; gstAmount: number }

/** The sums of the lines with one HSN code and rate. */
export type TaxOfHsn = TaxHeads & { hsn: string; gstBasisPoints: number; taxable: number }

/** How tax is split. Without `halvesAreEqual`, CGST and SGST take turns in getting the odd paisa, as on older invoices. */
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
    odd += gst % 2
    const cgst = odd % 2 === 0 ? Math.ceil(gst / 2) : Math.floor(gst / 2)
    return { ...row, cgst, sgst: gst - cgst, igst: 0 }
  })
}

/** A share of an amount, given in basis points, in paise, rounded half up. */
export function shareOf(paise: number, basisPoints: number): number {
  // In two parts, whole hundreds of rupees and the rest, because the product of the largest two does not fit a double.
  const rest = paise % basisPointsMax
  const whole = (paise - rest) / basisPointsMax
  return (
    whole * basisPoints +
    Math.floor((2 * rest * basisPoints + basisPointsMax) / (2 * basisPointsMax))
  )
}

/** A number of at least 0 in hundredths, rounded half up. */
function hundredths(value: number): { value: number; rounded: boolean } {
  const [digits = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = Number(exponent) + 2
  // The decimal point moves to the right by `shift` places. The digits after it decide the rounding.
  const all = whole + fraction
  const point = whole.length + shift
  if (point >= all.length) return { value: Number(all.padEnd(point, '0')), rounded: false }
  if (point < 0) return { value: 0, rounded: value > 0 }
  const kept = Number(all.slice(0, point) || '0')
  const rest = all.slice(point)
  const up = rest.charAt(0) >= '5' ? 1 : 0
  return { value: kept + up, rounded: /[1-9]/.test(rest) }
}
