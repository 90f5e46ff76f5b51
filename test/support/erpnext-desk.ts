import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Books } from '../../src/bridge/books.ts'
import type { Desk } from '../../src/bridge/desk.ts'
import { erpnextAt, erpnextLimits } from '../../src/bridge/erpnext/client.ts'
import { companiesOf } from '../../src/bridge/erpnext/companies.ts'
import { type ErpnextChoice, erpnextBooks } from '../../src/bridge/erpnext/erpnext.ts'
import { oneSided } from '../../src/bridge/open.ts'
import { openJournal } from '../../src/bridge/journal/journal.ts'
import type { Voucher } from '../../src/bridge/vouchers/voucher.ts'
import {
  type FakeErpnext,
  type FakeErpnextOptions,
  openFakeErpnext,
} from '../stand-ins/erpnext/fake-erpnext.ts'
import { shopMappings } from './delivered.ts'

/*
 * A bridge without a Daybook: a fake ERPNext, a journal in a folder, and a desk between them that ends and begins again as
 * a process does that is killed.
 */

export type ErpnextDesk = Desk & {
  erpnext: FakeErpnext
  /** The process is killed and started again: what is in memory is gone. `change`: how it meets the books this time. */
  restart(change?: (books: Books) => Books): Promise<void>
  /** The bridge's folder is lost. */
  loseJournal(): Promise<void>
  close(): void
}

export type DeskOptions = FakeErpnextOptions & {
  choice?: Partial<ErpnextChoice>
  answerMs?: number
}

export async function openErpnextDesk(options: DeskOptions = {}): Promise<ErpnextDesk> {
  const { choice, answerMs = erpnextLimits.answerMs, ...site } = options
  const erpnext = await openFakeErpnext(site)
  let folder = mkdtempSync(join(tmpdir(), 'daybook-erpnext-'))
  let passed = 0
  const clock = { now: () => Date.parse('2026-08-10T10:00:00Z') + passed }
  const opened = async () => await booksOf(erpnext, choice, answerMs, clock)
  const desk: ErpnextDesk = {
    erpnext,
    clock,
    books: await opened(),
    journal: openJournal(folder, clock),
    lookedAt: new Map(),
    async restart(change = (books) => books) {
      desk.journal.close()
      desk.journal = openJournal(folder, clock)
      desk.books = change(await opened())
      desk.lookedAt.clear()
      passed += 24 * 60 * 60_000
    },
    async loseJournal() {
      desk.journal.close()
      rmSync(folder, { recursive: true })
      folder = mkdtempSync(join(tmpdir(), 'daybook-erpnext-'))
      desk.journal = openJournal(folder, clock)
      await desk.restart()
    },
    close() {
      desk.journal.close()
      rmSync(folder, { recursive: true, force: true })
      erpnext.close()
    },
  }
  return desk
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

/** A bill of ₹1,050 with 5 % within the state. */
export const erpnextBill: Voucher = {
  kind: 'purchase',
  voucherType: 'Purchase',
  date: '2026-08-04',
  party: 'Om Sai Wholesale',
  reference: 'OSW/118',
  referenceDate: '2026-08-03',
  narration: 'Bill OSW/118',
  entries: [
    {
      ledger: 'Om Sai Wholesale',
      paise: -105_000,
      isParty: true,
      bill: { name: 'OSW/118', type: 'New Ref' },
    },
    { ledger: 'Purchase 5% - KGS', paise: 100_000, role: 'goods', gstPercent: 5 },
    { ledger: 'Input Tax CGST - KGS', paise: 2_500, role: 'cgst' },
    { ledger: 'Input Tax SGST - KGS', paise: 2_500, role: 'sgst' },
  ],
  items: [],
  tax: { partyGstin: '27AGDFO8688H1ZB', partyState: 'Maharashtra', placeOfSupply: 'Maharashtra' },
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
