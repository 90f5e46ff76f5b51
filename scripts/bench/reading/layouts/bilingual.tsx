import { composeBill } from '../compose/bill.ts'
import { goodsOf, hindiGoods } from '../compose/goods.ts'
import type { FontName } from '../fonts.ts'
import type { Layout } from './layout.ts'
import { paper } from './paper.tsx'
import { gridCss } from './usual.tsx'

/* Bills with labels in two languages, and goods in either: Hindi and English, Gujarati and English. */

type Words = {
  title: string
  number: string
  date: string
  buyer: string
  head: Record<
    'serial' | 'description' | 'hsn' | 'qty' | 'unit' | 'rate' | 'gst' | 'amount',
    string
  >
  foot: Record<'taxable' | 'taxes' | 'roundOff', string>
  total: string
}

const hindi: Words = {
  title: 'कर बीजक / TAX INVOICE|टैक्स इनवॉइस / Tax Invoice',
  number: 'बिल संख्या / Bill No.|बिल नं. / Invoice No.|बिल नं.',
  date: 'दिनांक / Date|तारीख / Date|दिनांक',
  buyer: 'ग्राहक का नाम / Customer Name|क्रेता / Buyer|श्री / M/s',
  head: {
    serial: 'क्र.|क्र. S.No.|क्रमांक',
    description: 'विवरण / Description|माल का विवरण / Particulars|सामान का नाम',
    hsn: 'HSN|एचएसएन HSN',
    qty: 'मात्रा / Qty|मात्रा|नग / Qty',
    unit: 'इकाई / Unit|इकाई',
    rate: 'दर / Rate|भाव / Rate|दर',
    gst: 'GST %|जीएसटी % GST',
    amount: 'राशि / Amount|रकम / Amount|राशि',
  },
  foot: {
    taxable: 'कर योग्य राशि / Taxable Value|योग / Taxable Amount',
    taxes: 'CGST,SGST,IGST|सीजीएसटी CGST,एसजीएसटी SGST,आईजीएसटी IGST',
    roundOff: 'पूर्णांक / Round Off|पूर्णांक',
  },
  total: 'कुल राशि / Grand Total|कुल योग / Total|कुल / Total',
}

const gujarati: Words = {
  title: 'ટેક્સ ઇન્વોઇસ / TAX INVOICE',
  number: 'બિલ નં. / Bill No.',
  date: 'તારીખ / Date',
  buyer: 'ગ્રાહક / Customer',
  head: {
    serial: 'ક્રમ No.',
    description: 'વિગત / Particulars',
    hsn: 'HSN',
    qty: 'જથ્થો / Qty',
    unit: 'એકમ / Unit',
    rate: 'ભાવ / Rate',
    gst: 'GST %',
    amount: 'રકમ / Amount',
  },
  foot: { taxable: 'કુલ રકમ / Taxable Value', taxes: 'CGST,SGST,IGST', roundOff: 'Round Off' },
  total: 'કુલ / Total',
}

export const bilingual = inTwoLanguages('bilingual-hindi', hindi, 'Noto Sans Devanagari')

export const gujaratiBill = inTwoLanguages('bilingual-gujarati', gujarati, 'Noto Sans Gujarati')

function inTwoLanguages(name: string, words: Words, script: FontName): Layout {
  const { head, foot } = words
  const look = paper`
    ${name}: Arimo | Roboto; 9pt; also ${script}; moving columns
    grocery | household: 2-8 lines; near
    style
      ${gridCss} .name { font-size: 13pt } .frame { border: 2px solid #8a1c1c; padding: 2mm 3mm; margin-bottom: 2mm }
    columns
      let measured = ?0.5
      let taxed = ?0.5
      serial: ${head.serial}; description: ${head.description}; hsn: ${head.hsn}; qty: ${head.qty}
      ?measured unit: ${head.unit}; rate: ${head.rate}; ?taxed gst: ${head.gst}; amount: ${head.amount}
    head
      .frame
        .c
          .b {say ${words.title}}
          .name {vendor_name}
          @address seller
          GSTIN : {gstin}
        .row
          entries[colon=" :"]
            {say ${words.buyer}} = {buyer_name}
            GSTIN = {buyer_gstin}
          entries[colon=" :"]
            {say ${words.number}} = {invoice_no}
            {say ${words.date}} = {invoice_date}
    foot
      @foot taxable: ${foot.taxable}; taxes: ${foot.taxes}; roundOff: ${foot.roundOff}; total: ${words.total}`
  return {
    name,
    kind: 'bill',
    make(kit) {
      const { random } = kit
      const isHindi = words === hindi && random.chance(0.5)
      const trade = random.pick(['grocery', 'household'] as const)
      const items = isHindi ? hindiGoods() : goodsOf(trade)
      return look.print(kit, composeBill(random, { trade, items, lines: [2, 8], isNear: true }))
    },
  }
}
