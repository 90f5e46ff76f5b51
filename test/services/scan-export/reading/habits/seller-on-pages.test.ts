import { expect, test } from 'bun:test'
import { sellerOnPages } from '../../../../../src/reader/habits/apply-habits.ts'
import { rowsOf } from '../../../../../src/reader/rows.ts'
import { printedPage } from '../../../../reader/printed-page.ts'

const carrier = '29AAGCB7383J1Z4'
const seller = '27AAPFU0939F1ZV'
const shop = '24AAACC4175D1Z4'

const known = (of: string) => ({ seller: of, bills: 2, fields: [], columns: [], rates: [] })
const sellerAmong = (page: string, ...sellers: string[]) =>
  sellerOnPages(rowsOf(printedPage(page)), sellers.map(known), shop)?.seller

test('a bill is that of the seller whose GSTIN stands first, but the shop’s own', () => {
  expect(sellerAmong(`Buyer ${shop}\nGSTIN ${seller}`, seller, carrier)).toBe(seller)
})

test('what is known of a carrier says nothing of the bill of a new seller who names it', () => {
  expect(sellerAmong(`GSTIN ${seller}\nCarrier ${carrier}`, carrier)).toBeUndefined()
})
