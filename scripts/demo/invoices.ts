import { day } from '../../src/cli/demo/dates.ts'
import { type BillLayout, billLayouts } from './bill-layouts.ts'
import { type Bill, composeBill, shopState } from './bill.ts'
import { minute, timeWhenOpen } from './calendar.ts'
import { failedPaper, faultOf } from './failures.ts'
import { paperName } from './filenames.ts'
import { numberBills } from './number-bills.ts'
import { printBill, readAgain } from './print-bill.ts'
import { seededRandom } from './random.ts'
import type { SampleScan, ShopPapers } from './sample-scan.ts'
import { dueTimes, recentTimes } from './scan-times.ts'
import { anotherBill } from './to-type-in.ts'

const counts = { due: 8, numbered: 142, sameNumber: 8, unnumbered: 12, failed: 8, rescans: 12 }

/** Numbers that sellers just starting a series have in common, and how they number (one user scans all of a number). */
const sharedNumbers = [
  { number: 'INV-001', numbering: 'INV', sellers: 3, scannedBy: 0 },
  { number: '101', numbering: 'plain', sellers: 3, scannedBy: 1 },
  { number: 'GST-12', numbering: 'GST', sellers: 2, scannedBy: 0 },
] as const

type ScannedBill = { bill: Bill; layout: BillLayout; user: string; time: number }

/** About 190 vendor invoices: 8 of them due tomorrow, 8 unread, 12 scanned twice, 8 that share a number with another seller's. */
export function sampleInvoices(shop: ShopPapers): SampleScan[] {
  const numbered = numberedBills(shop)
  const bills = [...numbered, ...billsThatShareNumbers(shop), ...cashMemos(shop)]
  const scans = bills.map((scanned) => ({ scanned, scan: scanOf(shop, scanned) }))
  const rescannable = scans.filter(({ scanned }) => canBeRescanned(shop, scanned))
  const rescans = shop.random
    .shuffle(rescannable)
    .slice(0, counts.rescans)
    .map(({ scanned, scan }) => rescan(shop, scanned, scan))
  return [...scans.map(({ scan }) => scan), ...rescans, ...failures(shop)]
}

function numberedBills(shop: ShopPapers): ScannedBill[] {
  const { random, now } = shop
  const times = [...dueTimes(random, now, counts.due), ...recentTimes(random, now, counts.numbered)]
  const scanned = times.map((time) => {
    const seller = random.pick(shop.vendors)
    const bill = composeBill(random, seller, shop.products, billDate(shop, time))
    return { bill, layout: billLayouts[seller.layout], user: anyUser(shop), time }
  })
  const taken = sharedNumbers.map(({ number }) => number)
  numberBills(
    random,
    scanned.map(({ bill }) => bill),
    taken,
  )
  return scanned
}

function billsThatShareNumbers(shop: ShopPapers): ScannedBill[] {
  return sharedNumbers.flatMap(({ number, numbering, sellers, scannedBy }) => {
    const candidates = shop.vendors.filter((vendor) => vendor.numbering === numbering)
    const chosen = shop.random.shuffle(candidates).slice(0, sellers)
    return chosen.map((seller) => {
      const time = recentTimes(shop.random, shop.now, 1)[0] ?? shop.now
      const bill = composeBill(shop.random, seller, shop.products, billDate(shop, time))
      const user = shop.members[scannedBy]?.email ?? shop.owner.email
      return { bill: { ...bill, number }, layout: billLayouts[seller.layout], user, time }
    })
  })
}

function cashMemos(shop: ShopPapers): ScannedBill[] {
  const local = shop.vendors.filter((vendor) => vendor.state === shopState)
  return recentTimes(shop.random, shop.now, counts.unnumbered).map((time) => {
    const seller = shop.random.pick(local)
    const bill = composeBill(shop.random, seller, shop.products, billDate(shop, time), false)
    return { bill, layout: billLayouts.cashMemo, user: anyUser(shop), time }
  })
}

function scanOf(shop: ShopPapers, { bill, layout, user, time }: ScannedBill): SampleScan {
  const filename = paperName(shop.random, time)
  const raw = printBill(shop.random, bill, layout, shop.organisation)
  return {
    user,
    category: 'vendor_invoice',
    filename,
    status: 'successful',
    created_at: new Date(time).toISOString(),
    raw,
    paper: { printed: raw },
  }
}

/** Papers with a number of their own, old enough for a second scan within the next days. */
function canBeRescanned(shop: ShopPapers, { bill, time }: ScannedBill): boolean {
  const shared = sharedNumbers.some(({ number }) => number === bill.number)
  return bill.number !== null && !shared && time > shop.now - 29 * day && time < shop.now - 5 * day
}

function rescan(shop: ShopPapers, { time }: ScannedBill, scan: SampleScan): SampleScan {
  const later = timeWhenOpen(shop.random, time + 5 * minute, time + 4 * day)
  return {
    ...scan,
    filename: paperName(shop.random, later),
    created_at: new Date(later).toISOString(),
    raw: scan.raw === null ? null : readAgain(shop.random, scan.raw),
  }
}

function failures(shop: ShopPapers): SampleScan[] {
  return recentTimes(shop.random, shop.now, counts.failed).map((time, index) => {
    const scan = { user: anyUser(shop), category: 'vendor_invoice' } as const
    const failed = failedPaper(shop.random, scan, time, index)
    const printed = anotherBill(shop, seededRandom(index), time)
    return { ...failed, paper: { printed, fault: faultOf(index) } }
  })
}

/** Bills reach the scanner within five days. */
function billDate(shop: ShopPapers, time: number): number {
  return time - shop.random.int(0, 4) * day
}

/** The two members at the counter scan most papers. */
function anyUser(shop: ShopPapers): string {
  const user = shop.random.chance(0.2) ? shop.owner : shop.random.pick(shop.members)
  return user.email
}
