import { amountField } from '../../parts.tsx'
import { paper } from '../paper.tsx'

/* Rolls of restaurants and pumps. */

/** A restaurant's roll: table and token beside the bill's number, a service charge, a tip that is no part of it. */
export const restaurantRoll = paper`
  restaurant-roll: Cousine | Roboto Condensed; 8.5pt; 80xroll
  services: 1-6 lines; near; charges - | Service Charge
  goods
    PANEER TIKKA | 21069099 | 5 | 240
    MASALA DOSA | 21069099 | 5 | 95
    BUTTER NAAN | 21069099 | 5 | 45
    VEG BIRYANI | 21069099 | 5 | 210
    FILTER COFFEE | 21069099 | 5 | 40
    GULAB JAMUN (2) | 21069099 | 5 | 80
    THALI SPECIAL | 21069099 | 5 | 320
  style
    .page { padding: 3mm } .pair { display: flex; justify-content: space-between } .line { border-top: 1px solid #000; margin: 1mm 0 }
    table.w th { font-weight: normal }
  body
    .c.b {vendor_name in capitals}
    .c {seller.address.0}, {seller.city}
    .c GSTIN {gstin}
    .c FSSAI LIC {fssai_no}
    .pair
      span Bill {invoice_no}
      span Table {1 to 24} Covers {1 to 6}
    .pair
      span {invoice_date}
      span Token {1 to 99}
    Party {buyer_name}
    Party GST {buyer_gstin}
    .line
    table.w
      thead
        tr
          th.l* Qty | Item
          th.r* Price | Value
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {qty in digits}
            td {description}
            td.r* {rate} | {amount}
    .line
    pairs.pair
      @charges
      Taxable = {taxable_value}
      CGST 2.5% = {cgst}
      SGST 2.5% = {sgst}
      Round off = {round_off}
    .pair
      span* <b>TO PAY</b> | <b>{total}</b>
    .pair
      span* Tip | ______
    .c Cashier: {any RAMESH|ANITA}. Thank you!`

/** A slip of a petrol pump: no table, the one good told by labels. */
export const fuelSlip = paper`
  fuel-slip: VT323 | Cousine; 9pt; 58xroll
  services: 1-1 lines; untaxed; near; unrounded
  goods
    DIESEL | 27101944 | 0 | 91 | Ltr
    PETROL | 27101241 | 0 | 104 | Ltr
  style
    .page { padding: 2mm } .c { text-align: center }
  body
    .c
      {vendor_name in capitals}
      {seller.address.0}
      {seller.city} {seller.pin}
      TEL.NO. {phone}
      GST NO. {gstin}
    BILL NO : {invoice_no}
    TRNS.ID : {digits 15}
    ATND.ID : {digits 2}
    DATE : {invoice_date}
    TIME : 1{0 to 9}:{10 to 59}
    VEH.NO : {vehicle_no}
    NOZL.NO : {digits 1}
    each lines
      div[data-line]
        @line
        PRODUCT : {description}
        RATE/LTR : Rs. {rate}
        VOLUME(LTR) : {qty in 2}
        AMOUNT : Rs. ${({ kit, bill }) => amountField(kit, 'total', bill.total)}
        @also hsn=item.hsn
    .c Save fuel. Drive safe. Thank you!`
