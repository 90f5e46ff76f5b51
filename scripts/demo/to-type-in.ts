import { isPrintable } from '../../src/cli/demo/papers/write-papers.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import { type BillLayout, billLayouts, untoldLayout } from './bill-layouts.ts'
import { composeBill } from './bill.ts'
import { minute } from './calendar.ts'
import { paperName } from './filenames.ts'
import { numberBills } from './number-bills.ts'
import { printBill } from './print-bill.ts'
import { seededRandom, type Random } from './random.ts'
import type { SampleScan, ShopPapers } from './sample-scan.ts'

/** New bills that Daybook still has to read: enough to watch it read. */
const count = 9

/** A seed of its own, so that a change to these bills does not change the other papers. */
const seed = 2

/**
 * Bills that are to be read, the oldest first and all after `scans`, the shop's other papers; the last one is a second
 * photo of a bill that is there, one has something doubtful, and one is in words that the reader was never told.
 */
export function billsToTypeIn(shop: ShopPapers, scans: readonly SampleScan[]): SampleScan[] {
  const random = seededRandom(seed)
  const taken = scans.flatMap(({ raw }) => Object.values(raw?.invoice_metadata ?? {}).map(String))
  return Array.from({ length: count }, (_, index): SampleScan => {
    const time = shop.now - (count - index) * minute
    const isLast = index === count - 1
    const layout = index === untoldAt ? untoldLayout : undefined
    const bill = isLast ? anyBillOf(scans) : anotherBill(shop, random, time, taken, layout)
    const printed = index === doubtfulAt ? withOtherState(bill) : bill
    return {
      user: (shop.members[index % shop.members.length] ?? shop.owner).email,
      category: 'vendor_invoice',
      filename: paperName(random, time),
      status: 'pending',
      created_at: new Date(time).toISOString(),
      raw: null,
      paper: { printed },
    }
  })
}

/** A bill of any seller whose text every computer has a font for. Its number is not in `taken`. */
export function anotherBill(
  shop: ShopPapers,
  random: Random,
  time: number,
  taken: readonly string[] = [],
  layout?: BillLayout,
): RawDocument {
  for (;;) {
    const seller = random.pick(shop.vendors)
    const bill = composeBill(random, seller, shop.products, time)
    numberBills(random, [bill], taken)
    const printed = printBill(random, bill, layout ?? billLayouts[seller.layout], shop.organisation)
    if (isPrintable(JSON.stringify(printed))) return printed
  }
}

/** The index of the doubtful bill, which is a PDF, and of the one in words that the reader was never told. */
const [doubtfulAt, untoldAt] = [3, 5]

/** A seller's mistake: the printed state is not the state of the GSTIN. */
function withOtherState({ invoice_metadata: head, line_items }: RawDocument): RawDocument {
  const [seller = ['', ''], ...others] = Object.entries(head)
  return {
    invoice_metadata: Object.fromEntries([seller, ['State', 'Kerala'], ...others]),
    line_items,
  }
}

function anyBillOf(scans: readonly SampleScan[]): RawDocument {
  const bills = scans.flatMap(({ category, raw }) =>
    category === 'vendor_invoice' ? (raw ?? []) : [],
  )
  const bill = bills.findLast((each) => isPrintable(JSON.stringify(each)))
  if (bill === undefined) throw new RangeError('There is no bill that was read.')
  return bill
}
