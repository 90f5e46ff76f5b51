import { composeBill } from '../compose/bill.ts'
import type { Trade } from '../compose/goods.ts'
import { composeParty } from '../compose/parties.ts'
import { kitOf, type Seeds } from '../kit.ts'
import { paper } from '../layouts/paper.tsx'
import type { Sheet } from '../printer.ts'

/* Sellers with unusual words on their bills. Only a reader that has seen some of their bills reads the next one well. */

/** Where the number and the date stand. */
type Place = 'beside the seller' | 'above the total'

export type OddSeller = ReturnType<typeof oddSeller>

/** The seller's words from the bill's number to its total. A value with an empty label is printed alone. */
export const oddSellers: readonly OddSeller[] = [
  oddSeller(
    'odd-hinglish',
    'grocery',
    'Chitthi | Tarikh | Mang No | Shriman | Kod | Maal | Nag | Bhav | Rakam | Jama | Chukti',
    'beside the seller',
  ),
  oddSeller(
    'odd-english',
    'hardware',
    'Memo | Issued | Your letter | Supplied for | Ours | What was sent | Count | Each | Worth | Worth in all | Kindly pay',
    'above the total',
  ),
  oddSeller(
    'odd-unlabelled',
    'stationery',
    ' |  | Indent |  | Shelf | Article | No. | @ | ₹ |  | ',
    'beside the seller',
  ),
]

function oddSeller(name: string, trade: Trade, words: string, place: Place) {
  const [number = '', date = '', order = '', buyer = '', code = '', goods = '', ...others] =
    words.split(' | ')
  const [qty = '', rate = '', amount = '', taxable = '', total = ''] = others
  const layout = paper`
    ${name}
    ${trade}: 2-7 lines; near
    style
      .lines th { border-bottom: 1px solid #000; padding: 1mm } .lines td { padding: 1mm }
      .sums { border-top: 1px solid #000; margin-top: 2mm } .entries { margin-top: 3mm }
    columns code: ${code}; description: ${goods}; qty: ${qty}; rate: ${rate}; amount: ${amount}
    head
      .row
        div
          .name {vendor_name}
          {seller.address,city}
          GSTIN {gstin}
        ?${place === 'beside the seller'} entries
          ${label(number)} = {invoice_no}
          ${label(date)} = {invoice_date}
          ${label(order)} = {po_no}
      entries
        ${label(buyer)} = {buyer_name}, GSTIN {buyer_gstin}
    foot
      ?${place === 'above the total'} entries
        ${label(number)} = {invoice_no}
        ${label(date)} = {invoice_date}
        ${label(order)} = {po_no}
      entries.sums
        ${label(taxable)} = {taxable_value}
        CGST = {cgst}
        SGST = {sgst}
        +/- = {round_off}
        ${label(total)} = {total}`
  return { name, trade, layout }
}

/** A label that may be empty: then its line still stands where it is. */
function label(word: string) {
  return () => word
}

/** The bill with this number. A seller writes all bills alike. */
export function billOf({ name, trade, layout }: OddSeller, seeds: Seeds, number: number): Sheet {
  const kit = kitOf(name, seeds, 0)
  const seller = composeParty(kit.random, 'goods', true)
  const { random } = kitOf(name, seeds, number)
  return layout.print(kit, composeBill(random, { trade, seller, lines: [2, 7], isNear: true }))
}
