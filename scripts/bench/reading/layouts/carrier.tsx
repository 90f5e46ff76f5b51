import { paper } from './paper.tsx'

/** A carrier's bill: without tax, which the buyer pays. */
export const carrier = paper`
  carrier: 210x148; moving columns
  services: 1-1 lines; untaxed
  goods
    Freight charges Pune to Mumbai | 996511 | 0 | 4000-19000 | Trip
  style
    .lines th, .lines td { border: 1px solid #000; padding: 2mm 1mm }
  columns
    own L.R. No.[c]: {bill.transport.lr}
    own Truck No.[c]: {bill.transport.vehicle}
    description: Particulars; hsn; amount: Freight Rs.
  head
    .c
      .name[style.fontSize=16pt] {vendor_name}
      @address seller
      GSTIN : {gstin} PAN : {pan}
      b FREIGHT BILL
    .row
      M/s. {buyer_name}<br>GSTIN : {buyer_gstin}
      .r Bill No. {invoice_no}<br>Date {invoice_date}
  foot
    .r.b TOTAL Rs. {total}
    @words In words:
    GST payable by recipient under reverse charge: {reverse_charge: Yes}`
