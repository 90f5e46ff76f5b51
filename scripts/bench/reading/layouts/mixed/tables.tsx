import type { ReactNode } from 'react'
import { type Column, columnsOf } from '../../columns.tsx'
import type { Bill, BillLine } from '../../compose/bill.ts'
import type { Trade } from '../../compose/goods.ts'
import type { Kit } from '../../kit.ts'
import { listed } from '../../listed-columns.tsx'
import { C } from '../../marks.tsx'

/* Tables in which a cell says several things, headings stand in two rows, or there is no quantity at all. */

type Table = {
  trades: readonly Trade[]
  hasDiscounts: boolean
  columns: (kit: Kit, bill: Bill) => Column[]
  /** Below the second cell of a line. */
  below?: (kit: Kit, bill: Bill) => (line: BillLine) => ReactNode
}

const goods: readonly Trade[] = ['grocery', 'household', 'hardware', 'electrical']

export const tables: readonly Table[] = [
  { trades: goods, hasDiscounts: true, columns: grouped },
  {
    trades: goods,
    hasDiscounts: false,
    columns: (kit, bill) => codeOverName({ kit, bill }),
    below: factsBelow,
  },
  { trades: ['medicines'], hasDiscounts: true, columns: withFree },
  {
    trades: ['services'],
    hasDiscounts: false,
    columns: (kit, bill) => textAndAmount({ kit, bill }),
  },
  { trades: goods, hasDiscounts: false, columns: rateUnderTax },
]

function under(group: string, heading: string, column: Column): Column {
  return { ...column, heading, group }
}

/** Discounts and taxes: a group's name over the rate and the amount. */
function grouped(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, { discountPct: '%', discount: 'Rs.' })
  const less = kit.say('Discount|Less|Rebate')
  const [percent, sum] = kit.say('Rate,Amount|%,Rs.|%,Value').split(',')
  const tax = (name: string, rate: Column, amount: Column) => [
    under(name, percent ?? '', rate),
    under(name, sum ?? '', amount),
  ]
  const taxes = bill.isNear
    ? [
        ...tax(kit.say('C.G.S.T.|Central Tax|CGST'), all.cgstPct, all.cgst),
        ...tax(kit.say('S.G.S.T.|State Tax|SGST'), all.sgstPct, all.sgst),
      ]
    : tax(kit.say('I.G.S.T.|Integrated Tax|IGST'), all.igstPct, all.igst)
  return [
    all.serial,
    all.description,
    all.hsn,
    all.qty,
    all.rate,
    under(less, '%', all.discountPct),
    under(less, 'Rs.', all.discount),
    all.taxable,
    ...taxes,
    all.total,
  ]
}

function factsBelow(kit: Kit, { isNear }: Bill) {
  const mark = kit.say('HSN|HSN:|SAC/HSN')
  return ({ item, cgst, igst }: BillLine) => (
    <div className="label">
      {mark} <C k="hsn">{item.hsn}</C>
      <div>
        {isNear
          ? `CGST ${item.gst / 2}% = ${kit.money(cgst)}, SGST ${item.gst / 2}% = ${kit.money(cgst)}`
          : `IGST ${item.gst}% = ${kit.money(igst)}`}
      </div>
    </div>
  )
}

const codeOverName = listed`
  serial; description: Item|Article / Text|Part & Description
    {item_code}
    {description}
  qty; unit; rate; amount`

const textAndAmount = listed`
  description[width=70]: Details|Work done|Towards|On account of; ?0.5 hsn: SAC
  amount: Charges (Rs.)|Rs.|Sum|Charge ₹`

/** What is free stands behind the quantity, in the same cell. */
function withFree(kit: Kit): Column[] {
  const all = columnsOf(kit, {
    description: 'Product|Particulars',
    batch: 'B.No|Bat.|Lot',
    expiry: 'Ex.|Exp',
    maker: 'Mfr.|Co.',
    discountPct: 'D%|Sc.%|Dis',
    amount: 'Amt.|Value',
  })
  const [open, close] = kit.say(' + ,|+,|(,)').split(',')
  const both: Column = {
    heading: kit.say('Qty + Fr|Qty/Free|Quantity (Free)'),
    align: 'r',
    cell: ({ qty, free }) => (
      <>
        <C k="qty" v={qty}>
          {String(qty)}
        </C>
        {free === 0 ? null : open}
        <C k="free_qty" v={free}>
          {free === 0 ? '' : String(free)}
        </C>
        {free === 0 ? null : close}
      </>
    ),
  }
  const { description, pack, maker, batch, expiry, hsn, mrp, rate, discountPct, gst, amount } = all
  return kit.random.chance(0.5)
    ? [description, pack, maker, batch, expiry, hsn, mrp, both, rate, discountPct, gst, amount]
    : [both, pack, description, batch, expiry, hsn, mrp, rate, discountPct, gst, amount]
}

function rateUnderTax(kit: Kit): Column[] {
  const all = columnsOf(kit, { amountWithTax: 'Amount' })
  const [open, close] = kit.say('(,)|[,]|@ ,').split(',')
  const tax: Column = {
    heading: kit.say('Tax|GST|GST Amt'),
    align: 'r',
    cell: ({ cgst, sgst, igst, item }) => (
      <>
        <C k="tax_amount" v={(cgst + sgst + igst) / 100}>
          {kit.money(cgst + sgst + igst)}
        </C>
        <div className="label">
          {open}
          <C k="gst_rate" v={item.gst}>{`${item.gst}%`}</C>
          {close}
        </div>
      </>
    ),
  }
  return [all.description, all.hsn, all.qtyWithUnit, all.rate, tax, all.amountWithTax]
}
