import type { TaxOfHsn } from './rules.ts'

/*
 * What goods that come back are credited with. Each amount is its share of all that came back by then, less what was
 * credited before: so that, once all is back, the credit notes come to the invoice to the paisa. Money in paise.
 */

type Amounts = { lineTotal: number; gstAmount: number }

export type CreditedLine = Amounts & { itemId: string; quantity: number }

type SoldLine = Amounts & { id: string; quantity: number; hsn: string; gstBasisPoints: number }

/** What `units` of a line come to, of which `before` came back earlier. */
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
  /** Of all lines. */
  gross: number
  discount: number
  payable: number
  /** The invoice was rounded to whole rupees, and so is what is left of it. */
  isRounded: boolean
}

/** What was credited before. */
type Credited = { gross: number; discount: number; payable: number }

/** The totals of a credit note whose lines come to `gross`. */
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

/** The tax of a credit note by HSN code and rate, out of the rows of its invoice: only those that it is about. */
export function creditedTaxes(
  rows: readonly TaxOfHsn[],
  lines: readonly SoldLine[],
  before: readonly CreditedLine[],
  credited: readonly CreditedLine[],
): TaxOfHsn[] {
  return rows.flatMap((row) => {
    const ids = new Set(
      lines.filter(({ hsn, gstBasisPoints }) => isOf(row, hsn, gstBasisPoints)).map(({ id }) => id),
    )
    const now = sumOf(credited, ids)
    if (now.lineTotal === 0) return []
    const earlier = sumOf(before, ids)
    const all = row.cgst + row.sgst + row.igst
    const cgst =
      share(row.cgst, earlier.gstAmount + now.gstAmount, all) -
      share(row.cgst, earlier.gstAmount, all)
    const isInterState = row.igst > 0
    return {
      ...row,
      taxable: now.lineTotal - now.gstAmount,
      cgst,
      sgst: isInterState ? 0 : now.gstAmount - cgst,
      igst: isInterState ? now.gstAmount : 0,
    }
  })
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

/** So much of an amount as `part` is of `all`, rounded half up. Exact: the product may not fit a double. */
function share(amount: number, part: number, all: number): number {
  if (all === 0) return 0
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(all)) / (2n * BigInt(all)))
}
