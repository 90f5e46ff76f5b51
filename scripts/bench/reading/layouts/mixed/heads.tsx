import type { ReactNode } from 'react'
import { markup } from '../../bill-markup.tsx'
import type { Bill } from '../../compose/bill.ts'
import type { Kit } from '../../kit.ts'
import { entry } from '../../parts.tsx'
import type { DocumentKind } from '../../truth.ts'

/* Heads of bills and credit notes in which labels are short, odd, in sentences or missing. */

type HeadPart = { kit: Kit; bill: Bill; kind: DocumentKind }

export const heads: readonly ((part: HeadPart) => ReactNode)[] = [
  InSentences,
  TwoInOne,
  WithoutLabels,
  Abbreviated,
  OwnAddressFirst,
]

function title(kit: Kit, kind: DocumentKind): string {
  return kind === 'credit note'
    ? kit.say('CREDIT NOTE - Sales Return|Credit Note (Rate Diff.)|CREDIT NOTE / Return')
    : kit.say('TAX INVOICE - Cash|Tax Invoice (Credit)|BILL / TAX INVOICE')
}

/** What a credit note is about. */
function Original({ kit, bill, kind }: HeadPart) {
  if (kind !== 'credit note') return null
  return markup({ kit, bill })`
    {With reference to your bill no.|Issued against invoice|Ref. our bill} {original_invoice_no} {of|dt.|dated} {original_invoice_date}{, goods returned by you.|, as agreed.|.}`
}

function InSentences({ kit, bill, kind }: HeadPart) {
  return markup({ kit, bill })`
    .name {vendor_name}
    {seller.address,city,pin}
    GSTIN {gstin} | {phone} | {email}
    .b ${() => title(kit, kind)}
    {Sold to|Issued to|Supplied to} {buyer_name}, {buyer.address,city}. GSTIN {buyer_gstin}
    {Document|Bill|Invoice} {invoice_no} {of|dated|dt.} {invoice_date}
    ${(<Original kit={kit} bill={bill} kind={kind} />)}`
}

/** Number and date share a box, label over value. */
function TwoInOne({ kit, bill, kind }: HeadPart) {
  const numbered = kit.say('Inv. No. & Date|Doc No. / Date|Number / Dated')
  const between = kit.say('/|&|-')
  const ordered = kit.say('Order No. / Dt.|Your Order & Date')
  return markup({ kit, bill })`
    .row
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN: {gstin}
      .b.r ${() => title(kit, kind)}
    table.boxes
      tbody
        tr
          td
            .label {Customer Address|Party Name & Address|Dealer}
            {buyer_name}
            {buyer.address}
            GSTIN: {buyer_gstin}
          td
            .label ${numbered}
            {invoice_no} ${between} {invoice_date}
          td
            .label ${ordered}
            {po_no} / {po_date}
          td
            .label Truck
            {vehicle_no}
    ${(<Original kit={kit} bill={bill} kind={kind} />)}`
}

/** The date alone below the number, the buyer alone in a block. */
function WithoutLabels({ kit, bill, kind }: HeadPart) {
  return markup({ kit, bill })`
    .name {vendor_name}
    {seller.address,city,pin}
    .c.b ${() => title(kit, kind)}
    .row
      div
        {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        {Your GSTIN|Customer GSTIN|GSTIN} {buyer_gstin}
      .r
        {Sr.|No.|Ref} {invoice_no}
        {invoice_date}
        {Our GSTIN|GSTIN} {gstin}
    ${(<Original kit={kit} bill={bill} kind={kind} />)}`
}

function Abbreviated({ kit, bill, kind }: HeadPart) {
  return markup({ kit, bill })`
    .c
      .name {vendor_name}
      {seller.address,city,pin}
      {Cell|M:|Mob-|Tel.No.} {phone} {E:|Mail|Email-} {email}
      GSTIN-{gstin}
      .b ${() => title(kit, kind)}
    .row
      entries[colon=" :"]
        {Shri|M/s|Pty.|A/c of} = {buyer_name}
        {Add.|At} = {buyer.address,city}
        GSTIN = {buyer_gstin}
      let colon = {any  :|-|.}
      entries[colon="{colon}"]
        {B.No|Inv|Bl.No} = {invoice_no}
        {Dt|D} = {invoice_date}
        {Chln|D.C.No} = {delivery_note_no}
        {Tpt|Transp} = {transporter}
        {Veh|Lry No} = {vehicle_no}
    ${(<Original kit={kit} bill={bill} kind={kind} />)}`
}

/** As a window envelope wants it: the buyer on top, the seller in small print. */
function OwnAddressFirst({ kit, bill, kind }: HeadPart) {
  return markup({ kit, bill })`
    .row
      div
        | {buyer_name}
        @lines buyer
        {buyer.city} {buyer.pin}
        GSTIN: {buyer_gstin}
      entries
        ${() => [entry(title(kit, kind), '')]}
        Number = {invoice_no}
        Day of issue = {invoice_date}
    .small {vendor_name}, {seller.address,city}, GSTIN {gstin}
    ${(<Original kit={kit} bill={bill} kind={kind} />)}`
}
