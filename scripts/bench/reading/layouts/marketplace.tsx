import { type Column, columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { digits } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { SparseRow } from '../lines-table.tsx'
import { Also, C, H } from '../marks.tsx'
import { Address, amountField, dateField, entry, EntryTable, placeOfSupply } from '../parts.tsx'
import { InWords } from '../sums.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { usualCss, UsualPaper } from './usual.tsx'

/* Bills that marketplaces print for their sellers: long names of goods in narrow columns, taxes two to a cell. */

const css = `${usualCss} .lines th { background: #ddd; border: 1px solid #000; padding: 1mm }
  .lines td { border: 1px solid #000; padding: 1mm } .lines { margin: 4mm 0 }
  .right { text-align: right } .title { font-weight: bold } .sum td { font-weight: bold }`

export const marketplace: Layout = {
  name: 'marketplace',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: 'retail',
      lines: [1, 4],
      isRounded: false,
      discounts: random.pick([0, 0.3]),
    })
    const columns = columnsFor(kit, bill)
    const tax = kit.money(bill.cgst + bill.sgst + bill.igst)
    const total = amountField(kit, 'total', bill.total, kit.random.pick(['₹', '']))
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={<Foot kit={kit} bill={bill} />}
      >
        <SparseRow
          className="sum"
          columns={columns.length}
          cells={{ 0: 'TOTAL:', [columns.length - 2]: tax, [columns.length - 1]: total }}
        />
      </UsualPaper>,
      css,
      { size: 8 },
    )
  },
}

function columnsFor(kit: Kit, bill: Bill): Column[] {
  const all = columnsOf(kit, {
    serial: 'Sl. No|Sl.No.',
    description: 'Description|Product',
    rate: 'Unit Price|Unit Price',
    taxable: 'Net Amount|Taxable Value',
    tax: 'Tax Amount|Tax Amount',
    total: 'Total Amount|Total Amount',
  })
  const names = bill.isNear ? ['CGST', 'SGST'] : ['IGST']
  const parts = (of: (name: string) => string) =>
    names.map((name) => <div key={name}>{of(name)}</div>)
  const rates: Column = {
    heading: 'Tax Rate',
    align: 'r',
    cell: ({ item }) => parts(() => `${bill.isNear ? item.gst / 2 : item.gst}%`),
  }
  const types: Column = { heading: 'Tax Type', align: 'c', cell: () => parts((name) => name) }
  const amounts: Column = {
    heading: 'Tax Amount',
    align: 'r',
    cell: (line) => (
      <>
        <Also
          of="line"
          fields={{ tax_amount: line.cgst === 0 ? line.igst / 100 : line.cgst / 100 }}
        />
        {parts(() => kit.money(bill.isNear ? line.cgst : line.igst))}
      </>
    ),
  }
  const described: Column = {
    heading: all.description.heading,
    align: 'l',
    width: 34,
    cell: ({ item, code }) => (
      <>
        <C k="description" v={[`${item.name} | ${code} ( ${code}-SKU )`, item.name]}>
          {`${item.name} | ${code} ( ${code}-SKU )`}
        </C>
        <div>
          HSN:<C k="hsn">{item.hsn}</C>
        </div>
      </>
    ),
  }
  return [
    all.serial,
    described,
    all.rate,
    ...(bill.discount > 0 ? [all.discount] : []),
    all.qty,
    all.taxable,
    rates,
    types,
    amounts,
    all.total,
  ]
}

function Head({ kit, bill }: Printed) {
  const { seller, buyer } = bill
  const order = `${digits(kit.random, 3)}-${digits(kit.random, 7)}-${digits(kit.random, 7)}`
  return (
    <>
      <div className="right b">{kit.say('Tax Invoice/Bill of Supply/Cash Memo|Tax Invoice')}</div>
      <div className="right small">(Original for Recipient)</div>
      <div className="row">
        <div>
          <div className="title">Sold By :</div>
          <div>
            <H k="vendor_name">{seller.name}</H>
          </div>
          <Address party={seller} />
          <div>IN</div>
          <div>
            <b>PAN No:</b> <H k="pan">{seller.pan}</H>
          </div>
          <div>
            <b>GST Registration No:</b> <H k="gstin">{seller.gstin}</H>
          </div>
        </div>
        <div className="right">
          <div className="title">Billing Address :</div>
          <div>
            <H k="buyer_name">{buyer.name}</H>
          </div>
          <Address party={buyer} />
          <div>
            <b>GST Registration No:</b> <H k="buyer_gstin">{buyer.gstin}</H>
          </div>
          <div className="title">Shipping Address :</div>
          <div>
            <H k="consignee_name">{buyer.name}</H>
          </div>
          <Address party={buyer} />
          <div>
            <b>Place of supply:</b> {placeOfSupply(kit, bill)}
          </div>
        </div>
      </div>
      <div className="row" style={{ marginTop: '4mm' }}>
        <EntryTable
          colon=":"
          entries={[
            entry('Order Number', <H k="po_no">{order}</H>),
            entry('Order Date', dateField(kit, 'po_date', bill.order.date)),
          ]}
        />
        <EntryTable
          colon=" :"
          entries={[
            entry(kit.say('Invoice Number|Invoice No'), <H k="invoice_no">{bill.number}</H>),
            entry('Invoice Date', dateField(kit, 'invoice_date', bill.date)),
          ]}
        />
      </div>
    </>
  )
}

function Foot({ kit, bill }: Printed) {
  return (
    <>
      <InWords kit={kit} bill={bill} label="Amount in Words:" />
      <div className="r b">For {bill.seller.name}:</div>
      <div className="r">Authorized Signatory</div>
      <div className="small">
        Whether tax is payable under reverse charge - <H k="reverse_charge">No</H>
      </div>
    </>
  )
}
