import { type Column, columnsOf } from '../columns.tsx'
import { composeBill } from '../compose/bill.ts'
import { goodsOf, hindiGoods } from '../compose/goods.ts'
import type { FontName } from '../fonts.ts'
import type { Kit } from '../kit.ts'
import { type Layout, type Printed, sheetOf } from './layout.ts'
import { gridCss, usualCss, UsualFoot, UsualPaper } from './usual.tsx'
import { markup } from '../bill-markup.tsx'

/* Bills with labels in two languages, and goods in either: Hindi and English, Gujarati and English. */

const css = `${usualCss} ${gridCss} .name { font-size: 13pt }
  .frame { border: 2px solid #8a1c1c; padding: 2mm 3mm; margin-bottom: 2mm }`

type Words = {
  title: string
  number: string
  date: string
  buyer: string
  head: Record<string, string>
  foot: Record<string, string>
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

export const bilingual: Layout = {
  name: 'bilingual-hindi',
  kind: 'bill',
  make: (kit) => print(kit, hindi, 'Noto Sans Devanagari'),
}

export const gujaratiBill: Layout = {
  name: 'bilingual-gujarati',
  kind: 'bill',
  make: (kit) => print(kit, gujarati, 'Noto Sans Gujarati'),
}

function print(kit: Kit, words: Words, script: FontName) {
  const { random } = kit
  const isHindi = script === 'Noto Sans Devanagari' && random.chance(0.5)
  const trade = random.pick(['grocery', 'household'] as const)
  const items = isHindi ? hindiGoods() : goodsOf(trade)
  const bill = composeBill(random, { trade, items, lines: [2, 8], isNear: true })
  return sheetOf(
    kit,
    <UsualPaper
      kit={kit}
      bill={bill}
      head={<Head kit={kit} bill={bill} words={words} />}
      columns={columnsFor(kit, words)}
      foot={<UsualFoot kit={kit} bill={bill} words={words.foot} total={words.total} />}
    />,
    css,
    { font: random.pick(['Arimo', 'Roboto']), also: [script], size: 9 },
  )
}

function columnsFor(kit: Kit, words: Words): Column[] {
  const all = columnsOf(kit, words.head)
  const unit = kit.random.chance(0.5) ? [all.unit] : []
  const gst = kit.random.chance(0.5) ? [all.gst] : []
  return [all.serial, all.description, all.hsn, all.qty, ...unit, all.rate, ...gst, all.amount]
}

function Head({ kit, bill, words }: Printed & { words: Words }) {
  return markup({ kit, bill })`
    .frame
      .c
        .b ${() => kit.say(words.title)}
        .name {vendor_name}
        @address seller
        GSTIN : {gstin}
      .row
        entries[colon=" :"]
          ${() => kit.say(words.buyer)} = {buyer_name}
          GSTIN = {buyer_gstin}
        entries[colon=" :"]
          ${() => kit.say(words.number)} = {invoice_no}
          ${() => kit.say(words.date)} = {invoice_date}`
}
