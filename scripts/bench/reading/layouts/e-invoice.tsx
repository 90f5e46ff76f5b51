import { renderSVG } from 'uqr'
import { irnOf, signedQr } from '../compose/e-invoice.ts'
import { digits } from '../compose/parties.ts'
import { Also, H } from '../marks.tsx'
import type { Printed } from './layout.ts'
import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* e-Invoices: registered with the government, which signs what the QR code says. */

export const eInvoice = paper`
  e-invoice: moving columns
  hardware | electrical | household | fizzy: 1-9 lines
  style
    ${gridCss} .qr svg { width: var(--qr); height: var(--qr); display: block }
    .title { text-align: center; font-weight: bold; font-size: 12pt } .irn { font-size: 80% }
    :root { --qr: {millimetres}mm }
  columns serial; description; hsn; qtyWithUnit; rate; gst; ?cess cess; amount
  let millimetres = {any 24|28|32|38}
  let summed = ?0.4
  head
    .title {Tax Invoice|TAX INVOICE} (e-Invoice)
    .row
      .irn
        entries[colon=" :"]
          IRN = ${brokenIrn}
          {Ack No.|Ack No} = ${({ kit }) => <H k="ack_no">{`1${digits(kit.random, 14)}`}</H>}
          {Ack Date|Ack Date} = {ack_date=date}
      ${code}
    .row
      div
        @seller GSTIN/UIN:
        @buyer Buyer (Bill to); GSTIN/UIN :; state
      entries[colon=" :"]
        {Invoice No.|Document No.} = {invoice_no}
        {Dated|Document Date} = {invoice_date}
        Place of Supply = {place_of_supply}
        ?0.5 e-Way Bill No. = {eway_bill_no}
    ${({ bill }) => (
      <Also of="head" fields={{ irn: irnOf(bill), document_type: 'INV', ack_date: bill.date }} />
    )}
  foot
    ?summed @foot summary: hsn
    else @foot`

/** The number is long: programs break it over lines. */
function brokenIrn({ kit, bill }: Printed) {
  const irn = irnOf(bill)
  const half = kit.random.pick([32, 40, 64])
  const printed = half === 64 ? irn : `${irn.slice(0, half)}- ${irn.slice(half)}`
  return (
    <H k="irn" v={[irn, printed]}>
      {printed}
    </H>
  )
}

/** Drawn by the library from what is signed. */
function code({ bill }: Printed) {
  const svg = renderSVG(signedQr(bill, irnOf(bill)), { border: 0, ecc: 'L' })
  return <div className="narrow qr" dangerouslySetInnerHTML={{ __html: svg }} />
}
