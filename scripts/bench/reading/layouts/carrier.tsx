import type { Column } from '../columns.tsx'
import type { Bill } from '../compose/bill.ts'
import type { Kit } from '../kit.ts'
import type { Printed } from './layout.ts'
import { markup } from '../bill-markup.tsx'
import { listed } from '../listed-columns.ts'
import { onePage } from './one-page.tsx'

/** A carrier's bill: without tax, which the buyer pays. */
export const carrier = onePage({
  name: 'carrier',
  css: '.lines th, .lines td { border: 1px solid #000; padding: 2mm 1mm }',
  paper: { width: 210, height: 148 },
  wanted: ({ random }) => ({
    trade: 'services',
    items: [
      {
        name: 'Freight charges Pune to Mumbai',
        hsn: '996511',
        unit: 'Trip',
        gst: 0,
        rupees: random.int(4_000, 19_000),
      },
    ],
    lines: [1, 1],
    isTaxed: false,
  }),
  columns: carrierColumns,
  hasMovingColumns: true,
  Head: CarrierHead,
  Foot: CarrierFoot,
})

function carrierColumns(kit: Kit, bill: Bill): Column[] {
  return listed`${fixed('L.R. No.', bill.transport.lr)}; ${fixed('Truck No.', bill.transport.vehicle)};
    description: Particulars; hsn; amount: Freight Rs.`(kit, bill)
}

function CarrierHead(printed: Printed) {
  return markup(printed)`
    .c
      .name[style.fontSize=16pt] {vendor_name}
      @address seller
      GSTIN : {gstin} PAN : {pan}
      b FREIGHT BILL
    .row
      M/s. {buyer_name}<br>GSTIN : {buyer_gstin}
      .r Bill No. {invoice_no}<br>Date {invoice_date}`
}

function CarrierFoot(printed: Printed) {
  return markup(printed)`
    .r.b TOTAL Rs. {total}
    @words In words:
    GST payable by recipient under reverse charge: {reverse_charge: Yes}`
}

function fixed(heading: string, text: string): Column {
  return { heading, align: 'c', cell: () => text }
}
