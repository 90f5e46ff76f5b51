import { financialYear } from '../../src/cli/demo/dates.ts'
import { type Bill, composeBill } from './bill.ts'
import { failedPaper, faultOf } from './failures.ts'
import { paperName } from './filenames.ts'
import { orderLayouts } from './bill-layouts.ts'
import { printBill } from './print-bill.ts'
import { seededRandom } from './random.ts'
import type { SampleScan, ShopPapers } from './sample-scan.ts'
import { dueTimes, recentTimes } from './scan-times.ts'
import { anotherBill } from './to-type-in.ts'

const counts = { due: 2, recent: 47, failed: 1 }

/** 50 purchase orders to the vendors, in one running series; 2 are due tomorrow, 1 could not be read. */
export function samplePurchaseOrders(shop: ShopPapers): SampleScan[] {
  const { random, now } = shop
  const times = [...dueTimes(random, now, counts.due), ...recentTimes(random, now, counts.recent)]
  const firstNumber = random.int(120, 380)
  const orders = times
    .toSorted((a, b) => a - b)
    .map((time, index) => orderScan(shop, time, firstNumber + index))
  return [...orders, ...failures(shop)]
}

function orderScan(shop: ShopPapers, time: number, n: number): SampleScan {
  const { random } = shop
  const layout = random.pick(orderLayouts)
  const printsTax = layout.label('cgst') !== ''
  const seller = random.pick(shop.vendors)
  const order: Bill = {
    ...composeBill(random, seller, shop.products, time, printsTax),
    number: `PO/${financialYear(time)}/${String(n).padStart(4, '0')}`,
  }
  const scan = { user: writer(shop), category: 'purchase_order' } as const
  const filename = paperName(random, time)
  const raw = printBill(random, order, layout, shop.organisation)
  return {
    ...scan,
    filename,
    status: 'successful',
    created_at: new Date(time).toISOString(),
    raw,
    paper: { printed: raw },
  }
}

function failures(shop: ShopPapers): SampleScan[] {
  return recentTimes(shop.random, shop.now, counts.failed).map((time, index) => {
    const scan = { user: writer(shop), category: 'purchase_order' } as const
    const failed = failedPaper(shop.random, scan, time, index)
    const printed = anotherBill(shop, seededRandom(index), time)
    return { ...failed, paper: { printed, fault: faultOf(index) } }
  })
}

/** The owner writes half of the orders. */
function writer(shop: ShopPapers): string {
  const user = shop.random.chance(0.5) ? shop.owner : shop.random.pick(shop.members)
  return user.email
}
