import { paper } from '../paper.tsx'

/* Bills of wholesalers. */

/** A wholesale market: two rows to an article, headings likewise, the rate of tax as a letter that the foot explains. */
export const cashAndCarry = paper`
  cash-and-carry: Cousine | Roboto Condensed; 8.5pt
  grocery | household | stationery: 3-14 lines; near
  style
    .page { padding: 10mm } .lines { margin: 2mm 0 } .lines td, .lines th { padding: 0 1.5mm; font-weight: normal }
    .dash { border-top: 1px dashed #000; margin: 1mm 0 } .two { display: flex; justify-content: space-between }
    .codes td, .codes th { padding: 0 3mm 0 0; text-align: right; font-weight: normal }
  body
    .b {vendor_name in capitals}
    {seller.address,city}
    GSTIN {gstin} CIN U51909MH2003PTC{digits 6}
    .dash
    .two
      div
        Customer {digits 9} {buyer_name}
        GSTIN {buyer_gstin}
      div
        Tax Invoice {invoice_no}
        {invoice_date} 14:{10 to 59} Till {1 to 24}
    .dash
    table.lines.w
      thead
        tr
          th.l Article
          th.l[colSpan=5] Description
        tr
          th.l HSN
          th.r* MRP | Qty | Price | Value
          th.c T
      tbody
        each lines
          tr[data-line]
            td
              @line
              | {item_code}
            td[colSpan=5] {description in capitals}
          tr
            td {hsn}
            td.r* {mrp} | {qty} | {rate} | {amount}
            td.c {letter}
    .dash
    .two.b
      span Articles {lines.length}
      span Goods value {money taxable}
    table.codes
      thead
        tr
          th* T | Taxable | CGST% | CGST | SGST% | SGST
      tbody
        each rates
          tr
            td* {letter} | {money taxable} | {2 of half} | {money cgst} | {2 of half} | {money sgst}
        tr
          td
          td {money taxable}
          td
          td {cgst}
          td
          td {sgst}
    .two.b
      span* INVOICE TOTAL INR | {total}`

/** A distributor of consumer goods: headings in two rows, its own and the salesman's telephone, the sums in a strip. */
export const consumerGoods = paper`
  consumer-goods: Arimo | Carlito; 7.5pt; 297x210
  grocery | household: 4-16 lines; discounts 0.5; near 0.9
  style
    .page { padding: 6mm } .lines th { border: 1px solid #000; font-size: 85% }
    .lines td { padding: 0.3mm 1mm; border-right: 1px solid #ccc } .strip { width: 100%; margin-top: 2mm }
    .strip th, .strip td { border: 1px solid #000; text-align: right; padding: 0.5mm 1.5mm } .head { border-bottom: 1px solid #000 }
  columns serial: Sr; description: SKU Name; hsn: HSN; mrp: MRP; unit: UOM; qty: Sale Qty; rate: Base Rate;
    discountPct[group=Trade_Disc]: %; discount[group=Trade_Disc]: Amt; taxable: Net Taxable;
    ?near cgstPct[group=CGST]: %; ?near cgst[group=CGST]: Amt; ?near sgstPct[group=SGST]: %;
    ?near sgst[group=SGST]: Amt; ?far igstPct[group=IGST]: %; ?far igst[group=IGST]: Amt; total: Net Amt
  head
    let outlet = R{1000 to 9999}
    let named = {buyer.name} ({outlet})
    let salesman = {any Rakesh|Amol|Imran} - 98{10000000 to 99999999}
    .row.head
      div
        .name {vendor_name}
        {seller.address,city,pin}
        GSTIN/UIN: {gstin} FSSAI: {fssai_no}
        Ph: {phone}
      div
        .b Retailer
        div {buyer_name or named} ({outlet})
        {buyer.address}
        GSTIN: {buyer_gstin}
      entries
        TAX INVOICE = {invoice_no}
        Bill Date = {invoice_date}
        Order Ref = {po_no}
        Beat = Kothrud Tue
        Salesman = {salesman}
  foot
    strip.strip
      Gross Amt = {subtotal=gross}
      Total Disc = {discount}
      Taxable Amt = {taxable_value}
      @taxes CGST, SGST, IGST
      R.Off = {round_off}
      Net Payable = {total}
    @wordsOf Rs.
    .small Received the above goods in good condition.
    .r For {seller.name}`

/** A house of seeds and fertiliser: three licences, lot and dates on a line of their own, terms in Hindi. */
export const seedHouse = paper`
  seed-house: Lato | Open Sans | Arimo; 9pt; also Noto Sans Devanagari
  hardware: 1-6 lines; near 0.85
  goods
    Soyabean Seed JS-335 (30 Kg) | 12010010 | 0 | 2650 | Bag
    Cotton Hybrid BG-II 475 gm | 12072010 | 0 | 864 | Pkt
    Urea Neem Coated 45 Kg | 31021010 | 5 | 253 | Bag
    DAP 18:46:00 50 Kg | 31053000 | 5 | 1286 | Bag
    NPK 19:19:19 Water Soluble 1 Kg | 31052000 | 5 | 118 | Pkt
    Imidacloprid 17.8% SL 250 ml | 38089199 | 18 | 236 | Btl
    Glyphosate 41% SL 1 L | 38089390 | 18 | 372 | Btl
  style
    .page { padding: 9mm } .frame { border: 1.5px solid #1b5e20 } .frame > div { padding: 1mm 2mm; border-bottom: 1px solid #1b5e20 } .name { font-size: 16pt; color: #1b5e20 }
    .licences { font-size: 78% } .lines th { border-bottom: 1px solid #1b5e20; padding: 1mm } .lines td { padding: 0.8mm 1mm } .lot { font-size: 82% } .hi { font-family: 'Noto Sans Devanagari'; font-size: 85%; margin-top: 4mm }
  columns serial: Sr.
    own Product (Lot / Mfg. / Exp.)[l]
      | {description}
      .lot Lot: {batch_no} Mfg: {mfg_date} Exp: {expiry_date}
    hsn: HSN; qty: Nos.; unit: Unit; rate: Price; taxable: Taxable; gst: Tax%; tax: Tax Amt; total: Net Amt
  head
    .frame
      .row
        span GSTIN:- {gstin}
        span.c.b CASH / CREDIT MEMO
        span.r Mob. {phone}
      .c
        .name {vendor_name}
        Seeds, Fertilisers, Pesticides & Sprayers
        {seller.address,city,pin}
        .licences Seed Lic. {any LAID|LCSD|LCID}{digits 8} | Fert. Lic. {any LAID|LCSD|LCID}{digits 8} | Pest. Lic. {any LAID|LCSD|LCID}{digits 8}
      .row
        entries[colon=" :-"]
          Name = {buyer_name}
          At.Post = {buyer.address} Tal. {buyer.city}
          GSTIN = {buyer_gstin}
        entries[colon=" :-"]
          Memo No = {invoice_no}
          Memo Date = {invoice_date}
          Season = Kharif
  foot
    entries.sums
      @sums taxable: Taxable; roundOff: Paise Adj.
      @total Bill Total
    @wordsOf Rs.
    .hi सूचना : बियाणे व खते खरेदी करताना पक्की पावती घ्यावी. एकदा विकलेला माल परत घेतला जाणार नाही.
      भूल चूक लेनी देनी । न्याय क्षेत्र पुणे । 24% ब्याज लगेगा ।
    .row
      span Farmer / Dealer's Signature
      span.r For {seller.name}`
