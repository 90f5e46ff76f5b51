import type { Random } from '../../../demo/random.ts'
import { cessRates, goodsOf, type Item, type Trade } from './goods.ts'
import { composeParty, digits, ownShop, type Party, type TradeKind } from './parties.ts'
import { type Day, daysAfter } from './texts.ts'

/** A line of a bill; amounts in whole paise. */
export type BillLine = {
  item: Item
  code: string
  qty: number
  free: number
  pack: string
  batch: string
  expiry: { year: number; month: number }
  maker: string
  mrp: number
  rate: number
  /** Per cent. */
  discountPct: number
  gross: number
  discount: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  cessPct: number
  cess: number
  /** Including taxes. */
  total: number
}

type Charge = { name: string; paise: number }

/** A bill, note or order before it is printed; amounts in whole paise, and they add up. */
export type Bill = {
  number: string
  date: Day
  dueDate: Day
  seller: Party
  buyer: Party
  isNear: boolean
  isTaxed: boolean
  lines: BillLine[]
  gross: number
  discount: number
  taxable: number
  freight: number
  /** Packing, insurance and similar charges, taxed like the freight. */
  charges: Charge[]
  cgst: number
  sgst: number
  igst: number
  cess: number
  roundOff: number
  total: number
  order: { number: string; date: Day }
  transport: { name: string; vehicle: string; lr: string; eway: string; challan: string }
  /** The bill that a credit or debit note corrects. */
  original: { number: string; date: Day }
}

/** What a layout asks for. Everything else is chance. */
export type Wanted = {
  trade: Trade
  lines: readonly [least: number, most: number]
  items?: readonly Item[]
  isTaxed?: boolean
  isNear?: boolean
  /** The share of lines with a discount, from 0 to 1. */
  discounts?: number
  hasFreight?: boolean
  /** The names of other charges. */
  charges?: readonly string[]
  /** Rounds the total to whole rupees. */
  isRounded?: boolean
  buyer?: Party
  seller?: Party
}

const firstDay = '2025-10-01'
const daysSpan = 415

export function composeBill(random: Random, wanted: Wanted): Bill {
  const isNear = wanted.isNear ?? random.chance(0.65)
  const isTaxed = wanted.isTaxed ?? true
  const seller = wanted.seller ?? composeParty(random, kindOf(wanted.trade), isNear)
  const chosen = random.shuffle(wanted.items ?? goodsOf(wanted.trade))
  const count = random.int(...wanted.lines)
  const lines = Array.from({ length: count }, (_, at) => chosen[at % chosen.length]).flatMap(
    (item) =>
      item === undefined
        ? []
        : [composeLine(random, item, { isNear, isTaxed, discounts: wanted.discounts ?? 0 })],
  )
  const date = daysAfter(firstDay, random.int(0, daysSpan))
  return {
    number: composeNumber(random, seller.name, date),
    date,
    dueDate: daysAfter(date, random.pick([7, 15, 21, 30, 45])),
    seller,
    buyer: wanted.buyer ?? ownShop,
    isNear,
    isTaxed,
    lines,
    ...totalsOf(random, lines, wanted, isNear && isTaxed),
    ...papersBeside(random, seller, date),
  }
}

function kindOf(trade: Trade): TradeKind {
  if (trade === 'medicines' || trade === 'services') return trade
  return 'goods'
}

type Taxed = { isNear: boolean; isTaxed: boolean; discounts: number }

function composeLine(random: Random, item: Item, { isNear, isTaxed, discounts }: Taxed): BillLine {
  const qty = quantityOf(random, item)
  const rate = Math.round(item.rupees * (0.92 + 0.16 * random.next()) * 100)
  const discountPct = random.chance(discounts)
    ? random.pick([2, 2.5, 3, 5, 7.5, 10, 12, 15, 20])
    : 0
  const gross = Math.round(qty * rate)
  const discount = Math.round((gross * discountPct) / 100)
  const taxable = gross - discount
  const gst = isTaxed ? item.gst : 0
  const half = isNear ? Math.round((taxable * gst) / 200) : 0
  const igst = isNear ? 0 : Math.round((taxable * gst) / 100)
  const cessPct = isTaxed ? (cessRates.get(item.hsn) ?? 0) : 0
  const cess = Math.round((taxable * cessPct) / 100)
  return {
    item: { ...item, gst },
    code: `${random.pick(['A', 'FG', 'ITM', 'P'])}${digits(random, random.int(3, 6))}`,
    qty,
    free: random.chance(0.3) ? Math.max(1, Math.floor(qty / 10)) : 0,
    pack: random.pick(['10S', '15S', '1X10', '30GM', '100ML', '1S', '10X10']),
    batch: `${random.pick(['B', 'KT', 'GN', 'L', 'T'])}${digits(random, random.int(3, 5))}${random.pick(['', 'A', 'C'])}`,
    expiry: { year: 2026 + random.int(1, 3), month: random.int(1, 12) },
    maker: random.pick(['CIPX', 'SUNF', 'ABT', 'ALKM', 'MANK', 'ZYD', 'LUPN']),
    mrp: Math.round(rate * (1.2 + 0.5 * random.next())),
    rate,
    discountPct,
    gross,
    discount,
    taxable,
    cgst: half,
    sgst: half,
    igst,
    cessPct,
    cess,
    total: taxable + 2 * half + igst + cess,
  }
}

/** Services that are counted: a month of duties, plates of a feast. */
const counted = new Set(['Duty', 'Plate'])

const weighed = new Set(['Kg', 'Kgs', 'Gms', 'Qtl', 'Mtr', 'Ltr'])

function quantityOf(random: Random, { rupees, unit, hsn }: Item): number {
  // Hours are billed by the half hour.
  if (unit === 'Hrs') return random.int(8, 120) / 2
  if (counted.has(unit)) return random.int(10, 300)
  // Codes of services begin with 99. A service has a quantity of one, unless it is billed by weight.
  if (hsn.startsWith('99') && !weighed.has(unit)) return 1
  if (unit === 'MT') return random.int(40, 2_600) / 100
  // Printed goods are ordered by the thousand.
  if (unit === 'Thd') return random.int(2, 40) * 500
  // Two decimals, which every layout has room for.
  if (weighed.has(unit)) return random.int(400, 24_000) / 100
  if (rupees > 5_000) return random.pick([1, 1, 1, 2])
  if (rupees > 500) return random.int(1, 8)
  if (rupees > 150) return random.pick([2, 4, 5, 6, 8, 10, 12, 15])
  return random.pick([5, 10, 12, 20, 24, 30, 36, 48, 50, 60, 100, 144])
}

function totalsOf(random: Random, lines: readonly BillLine[], wanted: Wanted, isHalved: boolean) {
  const sum = (amount: (line: BillLine) => number) =>
    lines.reduce((all, line) => all + amount(line), 0)
  // Freight and other charges are taxed at one rate here.
  const freight = wanted.hasFreight === true ? random.int(3, 40) * 50_00 : 0
  const charges = (wanted.charges ?? []).map((name) => ({ name, paise: random.int(2, 60) * 25_00 }))
  const beside = charges.reduce((all, { paise }) => all + paise, freight)
  const taxBeside = wanted.isTaxed === false ? 0 : Math.round(beside * 0.18)
  const halfBeside = isHalved ? Math.round(taxBeside / 2) : 0
  const taxable = sum((line) => line.taxable) + beside
  const cgst = sum((line) => line.cgst) + halfBeside
  const igst = sum((line) => line.igst) + (isHalved ? 0 : taxBeside)
  const cess = sum((line) => line.cess)
  const exact = taxable + 2 * cgst + igst + cess
  const total = wanted.isRounded === false ? exact : Math.round(exact / 100) * 100
  return {
    gross: sum((line) => line.gross),
    discount: sum((line) => line.discount),
    taxable,
    freight,
    charges,
    cgst,
    sgst: cgst,
    igst,
    cess,
    roundOff: total - exact,
    total,
  }
}

/** A number as sellers give them: at most 16 characters by rule 46(b). */
function composeNumber(random: Random, name: string, date: Day): string {
  const n = random.int(1, 9_800)
  const start = Number(date.slice(2, 4)) - (Number(date.slice(5, 7)) < 4 ? 1 : 0)
  const year = `${start}-${start + 1}`
  const short = name.replace(/[^A-Z]/g, '').slice(0, 3)
  return random.pick([
    String(n),
    `INV-${String(n).padStart(4, '0')}`,
    `${short}/${year}/${String(n).padStart(4, '0')}`,
    `${short}${String(n).padStart(5, '0')}`,
    `GST-${n}`,
    `${year}/${n}`,
    `${n}/${year}`,
    `SI/${String(n).padStart(5, '0')}`,
    `A-${n}`,
    `T${year.replace('-', '')}${String(n).padStart(6, '0')}`,
  ])
}

function papersBeside(random: Random, seller: Party, date: Day) {
  const before = daysAfter(date, -random.int(1, 12))
  return {
    order: { number: `PO-${random.int(100, 4_999)}`, date: before },
    transport: {
      name: random.pick([
        'VRL Logistics',
        'Own Vehicle',
        'Gati Surface',
        'Safexpress',
        'By Hand',
        'TCI Freight',
      ]),
      vehicle: `${random.pick(['MH', 'GJ', 'KA', 'DL'])} ${random.int(10, 50)} ${random.pick(['AB', 'CT', 'KL'])} ${random.int(1000, 9999)}`,
      lr: digits(random, 7),
      eway: digits(random, 12),
      challan: `DC-${random.int(100, 2_000)}`,
    },
    original: { number: composeNumber(random, seller.name, before), date: before },
  }
}
