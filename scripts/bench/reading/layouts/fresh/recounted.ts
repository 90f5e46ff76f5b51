import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import type { Layout } from '../layout.ts'
import type { Paper } from '../paper.tsx'

/* Bills in which a trade counts in its own way: cases, dozens, bags, pieces of cloth. */

/** What is chosen once for a bill, and then what a line has in the place of what was composed. */
type Count = (kit: Kit, bill: Bill) => (line: BillLine) => BillLine

/** The layout with its lines counted again. Charges are taxed like the goods, at `rate` per cent. */
export function recounted(paper: Paper, count: Count, rate = 18): Layout {
  const { name, kind, compose, print } = paper
  return {
    name,
    kind,
    make(kit) {
      const bill = compose(kit)
      return print(kit, withTotals(bill, bill.lines.map(count(kit, bill)), rate))
    },
  }
}

/** The line with its amounts computed again. A discount that is given is not computed. */
export function counted(
  { isNear }: Bill,
  line: BillLine,
  change: Partial<BillLine> = {},
): BillLine {
  const changed = { ...line, ...change }
  const { item, qty, rate, discountPct } = changed
  const gross = Math.round(qty * rate)
  const { discount = Math.round((gross * discountPct) / 100) } = change
  const taxable = gross - discount
  const half = isNear ? Math.round((taxable * item.gst) / 200) : 0
  const igst = isNear ? 0 : Math.round((taxable * item.gst) / 100)
  const total = taxable + 2 * half + igst
  return { ...changed, gross, discount, taxable, cgst: half, sgst: half, igst, total }
}

function withTotals(bill: Bill, lines: BillLine[], rate: number): Bill {
  const sum = (amount: (line: BillLine) => number) =>
    lines.reduce((all, line) => all + amount(line), 0)
  const beside = bill.charges.reduce((all, { paise }) => all + paise, bill.freight)
  const taxBeside = bill.isTaxed ? Math.round((beside * rate) / 100) : 0
  const half = bill.isNear ? Math.round(taxBeside / 2) : 0
  const taxable = sum((line) => line.taxable) + beside
  const cgst = sum((line) => line.cgst) + half
  const igst = sum((line) => line.igst) + (bill.isNear ? 0 : taxBeside)
  const exact = taxable + 2 * cgst + igst
  const total = bill.total % 100 === 0 ? Math.round(exact / 100) * 100 : exact
  return {
    ...bill,
    lines,
    gross: sum((line) => line.gross),
    discount: sum((line) => line.discount),
    taxable,
    cgst,
    sgst: cgst,
    igst,
    cess: 0,
    roundOff: total - exact,
    total,
  }
}
