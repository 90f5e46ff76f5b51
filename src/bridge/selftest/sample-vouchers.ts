import { field, attribute } from '../tally/write-xml.ts'
import { dateText } from '../tally/render-values.ts'
import { importRequest } from '../tally/render.ts'
import type { Paise, Voucher } from '../vouchers/voucher.ts'
import type { Bench } from './bench.ts'
import { names } from './masters.ts'

/** The start of the narration of each test voucher. Somebody else entered any voucher without it. */
export const narrationStart = 'Daybook selftest: '

/** The total of the sample bill and of its goods. */
const billPaise: Paise = 100_000

/** A seller's bill as accounting invoice, the kind that the bridge enters most. */
export function bill({ date }: Bench, what: string): Voucher {
  const reference = `DBT/${what}`
  const party = names.supplier
  return {
    kind: 'purchase',
    voucherType: 'Purchase',
    date,
    party,
    reference,
    referenceDate: date,
    narration: narrationStart + what,
    entries: [
      {
        ledger: party,
        paise: 0 - billPaise,
        isParty: true,
        bill: { name: reference, type: 'New Ref' },
      },
      { ledger: names.purchase, paise: billPaise, role: 'goods' },
    ],
    items: [],
    tax: {},
  }
}

/** The same bill with stock: three pieces at a rate of three decimals, together 100.005. */
export function itemBill(bench: Bench, what: string): Voucher {
  const plain = bill(bench, what)
  const party = plain.entries.filter(({ isParty }) => isParty === true)
  return {
    ...plain,
    kind: 'purchase_items',
    entries: party.map((entry) => ({ ...entry, paise: 0 - itemsPaise })),
    items: [goods(bench, names.purchase, itemsPaise)],
  }
}

const itemsPaise: Paise = 10_000
const pieces = 3
const rate = 33.335

function goods({ godown }: Bench, ledger: string, paise: Paise): Voucher['items'][number] {
  return {
    item: names.item,
    ledger,
    paise,
    billedQty: pieces,
    actualQty: pieces,
    unit: names.unit,
    rate,
    godown,
    batch: '',
    hsn: '',
  }
}

export function salesOrder(bench: Bench, what: string): Voucher {
  return {
    ...bill(bench, what),
    kind: 'sales_order',
    voucherType: 'Sales Order',
    party: names.customer,
    entries: [{ ledger: names.customer, paise: itemsPaise, isParty: true }],
    items: [goods(bench, names.sales, 0 - itemsPaise)],
  }
}

export function payment(bench: Bench, what: string): Voucher {
  const { date } = bench
  const bank = {
    type: 'Others',
    number: 'DBT1',
    favouring: names.supplier,
    date,
    bankersDate: date,
  }
  return {
    kind: 'payment',
    voucherType: 'Payment',
    date,
    party: names.supplier,
    reference: '',
    narration: narrationStart + what,
    entries: [
      { ledger: names.supplier, paise: billPaise, isParty: true },
      { ledger: names.bank, paise: 0 - billPaise, bank: { ...bank, type: 'Others' } },
    ],
    items: [],
    tax: {},
  }
}

/** A request to delete the voucher with a REMOTEID. Only the test deletes; the bridge never does. */
export function deletion(
  { company }: Pick<Bench, 'company'>,
  { voucherType, date }: Pick<Voucher, 'voucherType' | 'date'>,
  remoteId: string,
): string {
  const attributes = [
    attribute('REMOTEID', remoteId),
    attribute('VCHTYPE', voucherType),
    attribute('ACTION', 'Delete'),
  ].join('')
  const tags = field('DATE', dateText(date)) + field('VOUCHERTYPENAME', voucherType)
  return importRequest('Vouchers', company.name, [`<VOUCHER${attributes}>${tags}</VOUCHER>`])
}
