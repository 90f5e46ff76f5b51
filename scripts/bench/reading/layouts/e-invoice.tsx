import { renderSVG } from 'uqr'
import { columnsOf } from '../columns.tsx'
import { type Bill, composeBill } from '../compose/bill.ts'
import { irnOf, signedQr } from '../compose/e-invoice.ts'
import { digits } from '../compose/parties.ts'
import type { Kit } from '../kit.ts'
import { Also, H } from '../marks.tsx'
import { Buyer, dateField, entry, EntryTable, placeOfSupply, Seller } from '../parts.tsx'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'

/* e-Invoices: registered with the government, which signs what the QR code says. */

const css = `${usualCss} ${gridCss} .qr svg { width: var(--qr); height: var(--qr); display: block }
  .title { text-align: center; font-weight: bold; font-size: 12pt } .irn { font-size: 80% }`

export const eInvoice: Layout = {
  name: 'e-invoice',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const bill = composeBill(random, {
      trade: random.pick(['hardware', 'electrical', 'household', 'fizzy']),
      lines: [1, 9],
    })
    const all = columnsOf(kit)
    const cess = bill.cess > 0 ? [all.cess] : []
    const columns = [
      all.serial,
      all.description,
      all.hsn,
      all.qtyWithUnit,
      all.rate,
      all.gst,
      ...cess,
      all.amount,
    ]
    const millimetres = random.pick([24, 28, 32, 38])
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        head={<Head kit={kit} bill={bill} />}
        columns={columns}
        foot={<UsualFoot kit={kit} bill={bill} summary={random.chance(0.4) ? 'hsn' : undefined} />}
      />,
      `${css} :root { --qr: ${millimetres}mm }`,
    )
  },
}

function Head({ kit, bill }: Printed) {
  const irn = irnOf(bill)
  const code = renderSVG(signedQr(bill, irn), { border: 0, ecc: 'L' })
  return (
    <>
      <div className="title">{kit.say('Tax Invoice|TAX INVOICE')} (e-Invoice)</div>
      <div className="row">
        <div className="irn">
          <EntryTable entries={registration(kit, bill, irn)} colon=" :" />
        </div>
        {/* Drawn by the library from what is signed just above. */}
        <div className="narrow qr" dangerouslySetInnerHTML={{ __html: code }} />
      </div>
      <div className="row">
        <div>
          <Seller kit={kit} party={bill.seller} gstin="GSTIN/UIN:" />
          <Buyer party={bill.buyer} label="Buyer (Bill to)" gstin="GSTIN/UIN :" state />
        </div>
        <EntryTable
          colon=" :"
          entries={[
            entry(kit.say('Invoice No.|Document No.'), <H k="invoice_no">{bill.number}</H>),
            entry(kit.say('Dated|Document Date'), dateField(kit, 'invoice_date', bill.date)),
            entry('Place of Supply', placeOfSupply(kit, bill)),
            ...(kit.random.chance(0.5)
              ? [entry('e-Way Bill No.', <H k="eway_bill_no">{bill.transport.eway}</H>)]
              : []),
          ]}
        />
      </div>
      <Also of="head" fields={{ irn, document_type: 'INV', ack_date: bill.date }} />
    </>
  )
}

/** The number is long: programs break it over lines. */
function registration(kit: Kit, bill: Bill, irn: string) {
  const half = kit.random.pick([32, 40, 64])
  const printed = half === 64 ? irn : `${irn.slice(0, half)}- ${irn.slice(half)}`
  return [
    entry(
      'IRN',
      <H k="irn" v={[irn, printed]}>
        {printed}
      </H>,
    ),
    entry(kit.say('Ack No.|Ack No'), <H k="ack_no">{`1${digits(kit.random, 14)}`}</H>),
    entry(kit.say('Ack Date|Ack Date'), dateField(kit, 'ack_date', bill.date)),
  ]
}
