import type { Books } from '../../src/bridge/books.ts'
import type { Desk } from '../../src/bridge/desk.ts'
import { erpnextAt, erpnextLimits } from '../../src/bridge/erpnext/client.ts'
import { companiesOf } from '../../src/bridge/erpnext/companies.ts'
import { type ErpnextChoice, erpnextBooks } from '../../src/bridge/erpnext/erpnext.ts'
import { oneSided } from '../../src/bridge/open.ts'
import type { Voucher } from '../../src/bridge/vouchers/voucher.ts'
import {
  type FakeErpnext,
  type FakeErpnextOptions,
  openFakeErpnext,
} from '../stand-ins/erpnext/fake-erpnext.ts'
import { bill, openTestDesk, type TestDesk } from './bridge-desk.ts'
import { shopMappings } from './delivered.ts'

export type ErpnextDesk = TestDesk & { erpnext: FakeErpnext }

export type DeskOptions = FakeErpnextOptions & {
  choice?: Partial<ErpnextChoice>
  answerMs?: number
}

export async function openErpnextDesk(options: DeskOptions = {}): Promise<ErpnextDesk> {
  const { choice, answerMs = erpnextLimits.answerMs, ...site } = options
  const erpnext = await openFakeErpnext(site)
  const openBooks = (clock: Desk['clock']) => booksOf(erpnext, choice, answerMs, clock)
  return Object.assign(await openTestDesk(openBooks, () => erpnext.close()), { erpnext })
}

/** The sample company of a fake ERPNext as books. */
export async function booksOf(
  { url, token }: Pick<FakeErpnext, 'url' | 'token'>,
  choice: Partial<ErpnextChoice> = {},
  answerMs = erpnextLimits.answerMs,
  clock = { now: () => Date.parse('2026-11-23T10:00:00Z') },
): Promise<Books> {
  const site = erpnextAt(url, token, { answerMs })
  const [company] = await companiesOf(site)
  if (company === undefined) throw new Error('The site has no company.')
  const usual = { idField: 'name', submits: false, goodsItem: '' }
  return erpnextBooks(site, company, { ...usual, ...choice }, clock)
}

/** The bill of ₹1,050 with 5 % within the state, to the ledgers of ERPNext. */
export const erpnextBill: Voucher = {
  ...bill,
  entries: [
    ...bill.entries.slice(0, 1),
    { ledger: 'Purchase 5% - KGS', paise: 100_000, role: 'goods', gstPercent: 5 },
    { ledger: 'Input Tax CGST - KGS', paise: 2_500, role: 'cgst' },
    { ledger: 'Input Tax SGST - KGS', paise: 2_500, role: 'sgst' },
  ],
}

/** The same bill, as a person types it. */
export const erpnextBillByHand = {
  company: 'Kulkarni General Stores',
  supplier: 'Om Sai Wholesale',
  supplier_address: 'Om Sai Wholesale-Billing',
  posting_date: '2026-08-04',
  bill_no: 'OSW-118',
  items: [
    {
      item_name: 'Goods',
      uom: 'Nos',
      qty: 1,
      rate: 1050,
      expense_account: 'Purchase 5% - KGS',
    },
  ],
  taxes: [],
}

const ours = (name: string) => `${name} - KGS`

/** What somebody confirmed of the sample company. */
export const erpnextMappings = oneSided(
  shopMappings({
    ledgers: {
      purchase: ours('Purchase 0%'),
      'purchase:5': ours('Purchase 5%'),
      'purchase:18': ours('Purchase 18%'),
      sales: ours('Sales 5%'),
      cgst_input: ours('Input Tax CGST'),
      sgst_input: ours('Input Tax SGST'),
      igst_input: ours('Input Tax IGST'),
      cgst_output: ours('Output Tax CGST'),
      sgst_output: ours('Output Tax SGST'),
      freight: ours('Freight'),
      discount: ours('Discount'),
      round_off: ours('Round Off'),
      customer: 'Web Customers',
      bank: 'Current - HDFC Bank',
    },
    parties: [{ gstin: '', name: 'Shree Traders', ledger: 'Shree Traders' }],
    items: [
      { name: 'Sunflower Oil 1 L', sku: '', item: 'OIL-1L', unit: 'Pouch' },
      { name: 'Soap', sku: '', item: 'SOAP', unit: 'Nos' },
      { name: 'Rice', sku: 'RICE-5KG', item: 'RICE-5KG', unit: 'Bag' },
    ],
    units: [{ ours: 'Pcs', theirs: 'Pcs' }],
    godown: ours('Stores'),
  }),
)
