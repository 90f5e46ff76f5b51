import type { ReactNode } from 'react'
import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import { composeParty } from '../compose/parties.ts'
import { type Kit, kitOf, type Seeds } from '../kit.ts'
import { sheetOf } from '../layouts/layout.ts'
import { usualCss, UsualPaper } from '../layouts/usual.tsx'
import { H } from '../marks.tsx'
import { amountField, dateField, entry, type Entry, EntryTable } from '../parts.tsx'
import type { Sheet } from '../printer.ts'

/* Sellers with unusual words on their bills. Only a reader that has seen some of their bills reads the next one well. */

/** The seller's words. A value with an empty label is printed alone. */
export type OddSeller = {
  name: string
  trade: Trade
  number: string
  date: string
  order: string
  buyer: string
  code: string
  goods: string
  qty: string
  rate: string
  amount: string
  taxable: string
  total: string
  /** The place of the number and the date. */
  place: 'beside the seller' | 'above the total'
}

export const oddSellers: readonly OddSeller[] = [
  {
    name: 'odd-hinglish',
    trade: 'grocery',
    number: 'Chitthi',
    date: 'Tarikh',
    order: 'Mang No',
    buyer: 'Shriman',
    code: 'Kod',
    goods: 'Maal',
    qty: 'Nag',
    rate: 'Bhav',
    amount: 'Rakam',
    taxable: 'Jama',
    total: 'Chukti',
    place: 'beside the seller',
  },
  {
    name: 'odd-english',
    trade: 'hardware',
    number: 'Memo',
    date: 'Issued',
    order: 'Your letter',
    buyer: 'Supplied for',
    code: 'Ours',
    goods: 'What was sent',
    qty: 'Count',
    rate: 'Each',
    amount: 'Worth',
    taxable: 'Worth in all',
    total: 'Kindly pay',
    place: 'above the total',
  },
  {
    name: 'odd-unlabelled',
    trade: 'stationery',
    number: '',
    date: '',
    order: 'Indent',
    buyer: '',
    code: 'Shelf',
    goods: 'Article',
    qty: 'No.',
    rate: '@',
    amount: '₹',
    taxable: '',
    total: '',
    place: 'beside the seller',
  },
]

const css = `${usualCss} .lines th { border-bottom: 1px solid #000; padding: 1mm } .lines td { padding: 1mm }
  .sums { border-top: 1px solid #000; margin-top: 2mm } .entries { margin-top: 3mm }`

/** The bill with this number. A seller writes all bills alike. */
export function billOf(seller: OddSeller, seeds: Seeds, number: number): Sheet {
  const kit = kitOf(seller.name, seeds, 0)
  const party = composeParty(kit.random, 'goods', true)
  const bill = composeBill(kitOf(seller.name, seeds, number).random, {
    trade: seller.trade,
    seller: party,
    lines: [2, 7],
    isNear: true,
  })
  return sheetOf(
    kit,
    <UsualPaper
      kit={kit}
      bill={bill}
      head={<Head kit={kit} bill={bill} seller={seller} />}
      columns={columnsFor(kit, seller)}
      isFixed
      foot={<Foot kit={kit} bill={bill} seller={seller} />}
    />,
    css,
  )
}

function columnsFor(kit: Kit, { code, goods, qty, rate, amount }: OddSeller): Column[] {
  const all = columnsOf(kit, { code, description: goods, qty, rate, amount })
  return [all.code, all.description, all.qty, all.rate, all.amount]
}

type Part = { kit: Kit; bill: Bill; seller: OddSeller }

function Head({ kit, bill, seller }: Part) {
  const { name, address, city, gstin } = bill.seller
  return (
    <>
      <div className="row">
        <div>
          <div className="name">
            <H k="vendor_name">{name}</H>
          </div>
          <div>{[...address, city].join(', ')}</div>
          <div>
            GSTIN <H k="gstin">{gstin}</H>
          </div>
        </div>
        {seller.place === 'beside the seller' ? (
          <EntryTable entries={numbers(kit, bill, seller)} />
        ) : null}
      </div>
      <EntryTable entries={[entry(seller.buyer, buyerOf(bill))]} />
    </>
  )
}

function buyerOf({ buyer }: Bill): ReactNode {
  return (
    <>
      <H k="buyer_name">{buyer.name}</H>, GSTIN <H k="buyer_gstin">{buyer.gstin}</H>
    </>
  )
}

function numbers(kit: Kit, bill: Bill, { number, date, order }: OddSeller): Entry[] {
  return [
    entry(number, <H k="invoice_no">{bill.number}</H>),
    entry(date, dateField(kit, 'invoice_date', bill.date)),
    entry(order, <H k="po_no">{bill.order.number}</H>),
  ]
}

function Foot({ kit, bill, seller }: Part) {
  const amount = (label: string, key: string, paise: number) =>
    entry(label, amountField(kit, key, paise))
  return (
    <>
      {seller.place === 'above the total' ? (
        <EntryTable entries={numbers(kit, bill, seller)} />
      ) : null}
      <EntryTable
        className="sums"
        entries={[
          amount(seller.taxable, 'taxable_value', bill.taxable),
          amount('CGST', 'cgst', bill.cgst),
          amount('SGST', 'sgst', bill.sgst),
          amount('+/-', 'round_off', bill.roundOff),
          amount(seller.total, 'total', bill.total),
        ]}
      />
    </>
  )
}
