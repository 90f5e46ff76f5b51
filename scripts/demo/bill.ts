import type { Product } from './products.ts'
import type { Random } from './random.ts'
import type { StateCode, Vendor } from './vendors.ts'

/** An invoice or purchase order before it is printed. Amounts are whole paise and add up. */
export type Bill = {
  seller: Vendor
  /** The seller as this paper names it. */
  sellerName: string
  number: string | null
  date: number
  lines: BillLine[]
  taxable: number
  cgst: number
  sgst: number
  igst: number
  /** Takes the total to a whole rupee, from -50 to 50. */
  roundOff: number
  total: number
}

export type BillLine = {
  product: Product
  description: string
  qty: number
  rate: number
  amount: number
}

/** The state the sample shop is in, Maharashtra: within it CGST and SGST are charged, from outside IGST. */
export const shopState: StateCode = '27'

/** How often a paper prints an alias instead of the name on the shop's list. */
const aliasShare = 0.45

/** A bill of `seller` for a few of its trade's `products`; without a number, which the caller gives. */
export function composeBill(
  random: Random,
  seller: Vendor,
  products: readonly Product[],
  date: number,
  taxed = true,
): Bill {
  const ownTrade = products.filter((product) => product.trade === seller.trade)
  const chosen = random.shuffle(ownTrade).slice(0, random.int(1, 7))
  const lines = chosen.map((product) => composeLine(random, product))
  return {
    seller,
    sellerName: nameOnPaper(random, { name: seller.name, aliases: ownSpellings(seller) }),
    number: null,
    date,
    lines,
    ...totals(lines, taxed, seller.state === shopState),
  }
}

/** The name or one of the aliases, as people write them. */
export function nameOnPaper(
  random: Random,
  entry: { name: string; aliases: readonly string[] },
): string {
  return random.chance(aliasShare) ? random.pick(entry.aliases) : entry.name
}

/** An alias all in capitals is a bank's short form. No seller prints it on its own bill. */
function ownSpellings({ aliases }: Vendor): string[] {
  return aliases.filter((alias) => !/^[A-Z ]+$/.test(alias))
}

function composeLine(random: Random, product: Product): BillLine {
  const qty = quantity(random, product.rupees)
  // Prices differ by seller and week. They are in half rupees, as in price lists.
  const rate = Math.round(product.rupees * (0.94 + 0.1 * random.next()) * 2) * 50
  return { product, description: nameOnPaper(random, product), qty, rate, amount: qty * rate }
}

function quantity(random: Random, rupees: number): number {
  if (rupees > 500) return random.int(1, 8)
  if (rupees > 150) return random.pick([4, 5, 6, 8, 10, 12, 15])
  return random.pick([10, 12, 20, 24, 30, 36, 48, 60])
}

function totals(lines: readonly BillLine[], taxed: boolean, sameState: boolean) {
  const taxable = lines.reduce((sum, line) => sum + line.amount, 0)
  const half = taxed && sameState ? taxOf(lines, 2) : 0
  const igst = taxed && !sameState ? taxOf(lines, 1) : 0
  const exact = taxable + 2 * half + igst
  const total = Math.round(exact / 100) * 100
  return { taxable, cgst: half, sgst: half, igst, roundOff: total - exact, total }
}

/** GST on the lines, rounded to the paisa for each rate; `parts` is 2 for CGST or SGST alone. */
function taxOf(lines: readonly BillLine[], parts: 1 | 2): number {
  const taxableByRate = new Map<number, number>()
  for (const { product, amount } of lines) {
    const soFar = taxableByRate.get(product.gstPercent) ?? 0
    taxableByRate.set(product.gstPercent, soFar + amount)
  }
  let tax = 0
  for (const [percent, taxable] of taxableByRate) {
    tax += Math.round((taxable * percent) / (100 * parts))
  }
  return tax
}
