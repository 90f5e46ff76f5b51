import type { ReactNode } from 'react'
import type { BillLine } from './compose/bill.ts'
import type { Kit } from './kit.ts'
import { Also, C } from './marks.tsx'

/** A column of a table: its heading as printed, and what stands below it. */
export type Column = {
  heading: ReactNode
  align: 'l' | 'r' | 'c'
  /** The heading above this column and its neighbours of the same group: CGST above % and amount. */
  group?: string
  /** Per cent of the table's width. Columns without it share the rest. */
  width?: number
  cell: (line: BillLine, index: number) => ReactNode
  /** What a zero in this column would be: its key, and whether a line has one. */
  zero?: { key: string; isIn: (line: BillLine) => boolean }
  /** The column may move. A rate of tax may not: it stands before its amount. */
  isLoose?: true
}

/** How often a program has its columns in an unusual order. */
const movedShare = 0.3

/** Sometimes swaps two neighbours between the first and the last columns: HSN after the quantity. */
export function inSomeOrder(kit: Kit, columns: readonly Column[]): Column[] {
  const isMoved = kit.random.chance(movedShare)
  const at = kit.random.int(2, Math.max(2, columns.length - 3))
  const [one, other] = [columns[at], columns[at + 1]]
  if (!isMoved || one?.isLoose !== true || other?.isLoose !== true) return [...columns]
  return columns.with(at, other).with(at + 1, one)
}

type Say = (name: string, spellings: string) => string

/** All columns by name, for a layout to choose from. `words` are the layout's own headings, by the same names. */
export function columnsOf(kit: Kit, words: Record<string, string> = {}) {
  const say: Say = (name, spellings) => kit.say(words[name] ?? spellings)
  return {
    ...goodsColumns(kit, say),
    ...quantityColumns(kit, say),
    ...priceColumns(kit, say),
    ...sumColumns(kit, say),
    ...taxColumns(kit, say),
    ...packColumns(kit, say),
  }
}

function goodsColumns(kit: Kit, say: Say) {
  const hsnDigits = kit.random.pick([4, 6, 8, 8])
  const serial: Column = {
    heading: say('serial', 'Sl No.|S.No.|Sr. No.|#|Sr|SN|Sl.'),
    align: 'c',
    width: 4,
    cell: (_, index) => (
      <C k="sl_no" v={index + 1}>
        {String(index + 1)}
      </C>
    ),
  }
  return {
    serial,
    description: text(
      'description',
      say(
        'description',
        'Description of Goods|Description|Item & Description|Particulars|Product Name|Item Name|Name of Product|Item Details|Goods Description',
      ),
      ({ item }) => item.name,
      'l',
    ),
    hsn: text('hsn', say('hsn', 'HSN/SAC|HSN|HSN Code|HSN/SAC Code|HSN No.|HSN CD'), ({ item }) =>
      item.hsn.slice(0, hsnDigits),
    ),
    code: text(
      'item_code',
      say('code', 'Item Code|Code|Part No.|Material Code|Article No'),
      ({ code }) => code,
      'l',
    ),
  }
}

function quantityColumns(kit: Kit, say: Say) {
  const qty: Column = {
    heading: say('qty', 'Qty|Quantity|Qty.|QTY|Billed Qty|Qnty'),
    align: 'r',
    isLoose: true,
    cell: (line) => (
      <C k="qty" v={line.qty}>
        {kit.quantity(line.qty)}
      </C>
    ),
  }
  const qtyWithUnit: Column = {
    heading: say('qty', 'Quantity|Qty|Qty.'),
    align: 'r',
    isLoose: true,
    cell: (line) => (
      <>
        <C k="qty" v={line.qty}>
          {`${kit.quantity(line.qty)} ${line.item.unit}`}
        </C>
        <Also of="line" fields={{ unit: line.item.unit }} />
      </>
    ),
  }
  const free: Column = {
    heading: say('free', 'Free|Fr.|Free Qty|Sch Qty|F.Qty'),
    align: 'r',
    cell: (line) => (
      <C k="free_qty" v={line.free}>
        {line.free === 0 ? '' : String(line.free)}
      </C>
    ),
  }
  const unit = text('unit', say('unit', 'Unit|UOM|per|Units|UQC'), ({ item }) => item.unit)
  return { qty, qtyWithUnit, free, unit }
}

function priceColumns(kit: Kit, say: Say) {
  const isPlain = kit.random.chance(0.15)
  const write = isPlain ? (paise: number) => String(paise / 100) : kit.money
  const discountPct: Column = {
    heading: say('discountPct', 'Disc. %|Disc %|Discount %|D%'),
    align: 'r',
    cell: (line) => (
      <C k="discount_pct" v={line.discountPct}>
        {line.discountPct === 0 ? '' : kit.percent(line.discountPct)}
      </C>
    ),
  }
  return {
    rate: amount(
      write,
      'rate',
      say('rate', 'Rate|Unit Price|Price|Rate/Unit|Price/Unit|Basic Rate'),
      ({ rate }) => rate,
    ),
    rateWithTax: amount(
      write,
      'rate_incl_tax',
      say('rateWithTax', 'Rate (Incl. of Tax)|Rate Incl Tax|Rate with Tax'),
      ({ rate, item }) => Math.round((rate * (100 + item.gst)) / 100),
    ),
    mrp: amount(kit.money, 'mrp', say('mrp', 'MRP|M.R.P.|Mrp'), ({ mrp }) => mrp),
    discountPct,
    discount: amount(
      kit.money,
      'discount',
      say('discount', 'Discount|Disc.|Disc Amt|Less Disc'),
      ({ discount }) => discount,
    ),
  }
}

function sumColumns({ money }: Kit, say: Say) {
  return {
    gross: amount(
      money,
      'amount',
      say('gross', 'Amount|Gross Amt|Value|Gross Amount'),
      ({ gross }) => gross,
    ),
    taxable: amount(
      money,
      'taxable_value',
      say('taxable', 'Taxable Value|Taxable Amt|Taxable Amount|Taxable|Assessable Value'),
      ({ taxable }) => taxable,
    ),
    amount: amount(
      money,
      'amount',
      say('amount', 'Amount|Amount (Rs.)|AMOUNT|Amt|Value'),
      ({ taxable }) => taxable,
    ),
    amountWithTax: amount(
      money,
      'amount',
      say('amountWithTax', 'Amount|Amount|Line Amount'),
      ({ total }) => total,
    ),
    total: amount(
      money,
      'total',
      say('total', 'Total|Net Amount|Total Amount|Net Amt|Total Value'),
      ({ total }) => total,
    ),
  }
}

function taxColumns(kit: Kit, say: Say) {
  const { money } = kit
  const percent = (
    key: string,
    heading: string,
    of: (line: BillLine) => number,
    tax: (line: BillLine) => number = of,
  ): Column => ({
    heading,
    align: 'r',
    zero: { key, isIn: (line) => tax(line) === 0 },
    cell: (line) => (
      <C k={key} v={of(line)}>
        {kit.percent(of(line))}
      </C>
    ),
  })
  return {
    gst: percent(
      'gst_rate',
      say('gst', 'GST %|GST Rate|Tax %|GST|IGST/GST %|Tax Rate'),
      ({ item }) => item.gst,
    ),
    cgstPct: percent('cgst_rate', say('cgstPct', 'CGST %|CGST Rate'), half, ({ cgst }) => cgst),
    sgstPct: percent('sgst_rate', say('sgstPct', 'SGST %|SGST Rate'), half, ({ sgst }) => sgst),
    igstPct: percent(
      'igst_rate',
      say('igstPct', 'IGST %|IGST Rate'),
      ({ item }) => item.gst,
      ({ igst }) => igst,
    ),
    cgst: amount(money, 'cgst', say('cgst', 'CGST|CGST Amt|CGST Amount'), ({ cgst }) => cgst),
    sgst: amount(money, 'sgst', say('sgst', 'SGST|SGST Amt|SGST Amount'), ({ sgst }) => sgst),
    igst: amount(money, 'igst', say('igst', 'IGST|IGST Amt|IGST Amount'), ({ igst }) => igst),
    cessPct: percent('cess_rate', say('cessPct', 'Cess %|Cess Rate'), (line) => line.cessPct),
    cess: amount(money, 'cess', say('cess', 'Cess|Cess Amt'), ({ cess }) => cess),
    tax: amount(
      money,
      'tax_amount',
      say('tax', 'Tax Amount|Tax Amt|GST Amt|Tax|GST Amount'),
      ({ cgst, sgst, igst }) => cgst + sgst + igst,
    ),
  }
}

function half({ item }: BillLine): number {
  return item.gst / 2
}

function packColumns(kit: Kit, say: Say) {
  const expiry: Column = {
    heading: say('expiry', 'Exp|Expiry|Exp.|Exp Dt|Exp Date'),
    align: 'c',
    cell: (line) => <C k="expiry_date">{kit.month(line.expiry)}</C>,
  }
  return {
    batch: text(
      'batch_no',
      say('batch', 'Batch|Batch No|Batch No.|B.No.|Lot No'),
      ({ batch }) => batch,
    ),
    expiry,
    pack: text('pack', say('pack', 'Pack|Packing|Pkg'), ({ pack }) => pack),
    maker: text('manufacturer', say('maker', 'Mfr|Mfg|MFG.|Mfg By|Co.'), ({ maker }) => maker),
  }
}

function text(
  key: string,
  heading: string,
  of: (line: BillLine) => string,
  align: Column['align'] = 'c',
): Column {
  return { heading, align, isLoose: true, cell: (line) => <C k={key}>{of(line)}</C> }
}

function amount(
  write: (paise: number) => string,
  key: string,
  heading: string,
  of: (line: BillLine) => number,
): Column {
  return {
    heading,
    align: 'r',
    zero: { key, isIn: (line) => of(line) === 0 },
    cell: (line) => (
      <C k={key} v={of(line) / 100}>
        {write(of(line))}
      </C>
    ),
  }
}
