import { renderSVG } from 'uqr'
import type { Column } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import { Also, C, H } from '../../marks.tsx'
import { amountField, entry, type Entry } from '../../parts.tsx'
import { type TaxRow, taxRows } from '../../sums.tsx'
import { paginate, type Printed } from '../layout.ts'

/* What several invoicing programs print alike. */

type Described = {
  heading: string
  width?: number
  /** What stands before the name, with the code of the good in it. */
  before?: (line: BillLine) => string
  /** What stands before the HSN below the name. */
  hsn?: string
  below?: (line: BillLine, index: number) => readonly string[]
}

/** A good with text around its name: whoever takes some of that text for the description is right as well. */
export function described({ heading, width, before, hsn, below }: Described): Column {
  return {
    heading,
    align: 'l',
    ...(width !== undefined && { width }),
    cell: (line, index) => {
      const { item, code } = line
      const name = `${before?.(line) ?? ''}${item.name}`
      const texts = below?.(line, index) ?? []
      const longer = texts.map((_, at) => [name, ...texts.slice(0, at + 1)].join(' '))
      return (
        <>
          <C k="description" v={[...new Set([item.name, name, ...longer])]}>
            {name}
          </C>
          {before === undefined ? null : <Also of="line" fields={{ item_code: code }} />}
          {texts.map((text) => (
            <div key={text} className="below">
              {text}
            </div>
          ))}
          {hsn === undefined ? null : (
            <div className="below">
              {hsn} <C k="hsn">{item.hsn}</C>
            </div>
          )}
        </>
      )
    },
  }
}

/** A discount in per cent, always with its sign. */
export function percentOff(heading: string): Column {
  return {
    heading,
    align: 'r',
    cell: ({ discountPct }) => (
      <C k="discount_pct" v={discountPct}>
        {discountPct === 0 ? '' : `${discountPct}%`}
      </C>
    ),
  }
}

/** The rate of freight and other charges. */
const rateBeside = 18

/** What is taxed at each rate, with the freight and the other charges. */
export function slabsOf(bill: Bill): TaxRow[] {
  const slabs = taxRows(bill, 'rate').filter(({ rate }) => rate > 0)
  const beside = bill.charges.reduce((all, { paise }) => all + paise, bill.freight)
  if (beside === 0) return slabs
  const rest = (amount: 'cgst' | 'sgst' | 'igst') =>
    bill[amount] - bill.lines.reduce((all, line) => all + line[amount], 0)
  const others = slabs.filter(({ rate }) => rate !== rateBeside)
  const same = slabs.find(({ rate }) => rate === rateBeside)
  const charged: TaxRow = {
    name: `${rateBeside}%`,
    rate: rateBeside,
    taxable: (same?.taxable ?? 0) + beside,
    cgst: (same?.cgst ?? 0) + rest('cgst'),
    sgst: (same?.sgst ?? 0) + rest('sgst'),
    igst: (same?.igst ?? 0) + rest('igst'),
  }
  return [...others, charged]
}

const nearTaxes = [
  ['cgst', 'CGST', 2],
  ['sgst', 'SGST', 2],
] as const
const farTaxes = [['igst', 'IGST', 1]] as const

/** CGST and SGST, or IGST: the key, the name and by what the rate of GST is divided. */
export function taxesOf({ isNear }: Bill) {
  return isNear ? nearTaxes : farTaxes
}

type Label = (tax: string, percent: number, taxable: number) => string

/** A row for each tax of each rate. Only where there is one rate is a row's amount the tax of the bill. */
export function slabEntries({ kit, bill }: Printed, label: Label, sign = ''): Entry[] {
  const slabs = slabsOf(bill)
  return slabs.flatMap((slab) =>
    taxesOf(bill).map(([key, name, parts]) =>
      entry(
        label(name, slab.rate / parts, slab.taxable),
        slabs.length === 1
          ? amountField(kit, key, slab[key], sign)
          : `${sign}${kit.money(slab[key])}`,
      ),
    ),
  )
}

/** An amount that is printed with a minus because it is taken off: it is right with the minus and without. */
export function takenOff({ kit }: Printed, key: string, paise: number, sign = '') {
  return (
    <H k={key} v={[String(paise / 100), String(-paise / 100)]}>
      {`-${sign}${kit.money(paise)}`}
    </H>
  )
}

/** The code that a phone pays with. */
export function UpiCode({ bill }: { bill: Bill }) {
  const { name, bank } = bill.seller
  const link = `upi://pay?pa=${bank.upi}&pn=${encodeURIComponent(name)}&am=${(bill.total / 100).toFixed(2)}&cu=INR`
  const svg = renderSVG(link, { border: 0, ecc: 'L' })
  return (
    <div
      className="narrow"
      style={{ width: '22mm', height: '22mm' }}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}

/** Where the seller's site would be. */
export function siteOf({ bill }: Printed): string {
  return `www.${bill.seller.email.split('@')[1] ?? ''}`
}

/** How many days after the bill's date it is due. */
export function daysOf({ bill }: Printed): string {
  return String((Date.parse(bill.dueDate) - Date.parse(bill.date)) / 86_400_000)
}

/**
 * The lines of each page: so many on the first and on each of the others, fewer where the foot stands below them.
 * The foot goes to a page of its own if the lines leave it no room.
 */
export function pagesWithFoot(
  lines: readonly BillLine[],
  full: readonly [first: number, others: number],
  footed: readonly [first: number, others: number],
): BillLine[][] {
  const pages = paginate(lines, ...full)
  const room = pages.length === 1 ? footed[0] : footed[1]
  return (pages.at(-1)?.length ?? 0) > room ? [...pages, []] : pages
}

/** About a third of the total, in hundreds of rupees. */
export function paidOf({ bill }: Printed): number {
  return Math.floor(bill.total / 300_00) * 100_00
}
