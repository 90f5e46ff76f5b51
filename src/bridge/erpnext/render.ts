import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import { toRupees } from '../../platform/money.ts'
import { type JsonObject, textOf } from '../../platform/json/json.ts'
import { markerOf } from '../keys.ts'
import {
  bankSide,
  dueDateOf,
  type LedgerEntry,
  type Problem,
  type Voucher,
} from '../vouchers/voucher.ts'
import { type Doctype, doctypeOf, fieldsOf, idOf, keyField } from './doctypes.ts'
import {
  type SiteFacts,
  type VoucherFacts,
  type Goods,
  goodsOf,
  type LineWords,
  rowsFor,
} from './facts.ts'
import { taxRows, isHead, plainPlan, planTaxes, type TaxPlan } from './tax-rows.ts'

/** What a voucher becomes in ERPNext, or which problems prevent it. The key is added when the voucher is written. */
export type Made = { doctype: Doctype; doc: JsonObject; problems: Problem[] }

export type Making = {
  voucher: Voucher
  site: SiteFacts
  facts: VoucherFacts
  /** The item that stands for goods of one tax rate. `{rate}` is replaced by the rate. '' for lines without an item. */
  goodsItem: string
}

export function make(making: Making): Made {
  const doctype = doctypeOf(making.voucher.kind)
  return doctype === 'Bank Transaction' ? makeBank(making, doctype) : makeInvoice(making, doctype)
}

/** The document with its key, as JSON text. */
export function withKey({ doctype, doc }: Made, voucher: Voucher, key: string, idField: string) {
  const { narration } = fieldsOf[doctype]
  const field = keyField(doctype, idField)
  return {
    doctype,
    ...(idField === 'name' && { name: idOf(key) }),
    ...(field !== 'name' && { [field]: idOf(key) }),
    ...doc,
    ...(narration === 'remarks' && { remarks: `${voucher.narration} ${markerOf(key)}`.trim() }),
  }
}

/** The item that stands for goods of a rate. */
export function goodsItemOf(pattern: string, percent: number | undefined): string {
  return pattern.replaceAll('{rate}', String(percent ?? 0))
}

/** Outgoing money is a withdrawal, incoming money a deposit. The other side is found when a person reconciles it in ERPNext. */
function makeBank({ voucher, site }: Making, doctype: Doctype): Made {
  const entry = bankSide(voucher)
  const account = bankAccountOf(site, entry?.ledger ?? '')
  const moved = entry?.paise ?? 0
  const missing: Problem = {
    code: 'ledger_missing',
    field: `master:${entry?.ledger ?? ''}`,
    message: `ERPNext has no Bank Account of the company that is “${entry?.ledger ?? ''}”, or several.`,
  }
  const doc = {
    date: voucher.date,
    company: textOf(site.company, 'name'),
    bank_account: account ?? '',
    [moved < 0 ? 'withdrawal' : 'deposit']: toRupees(Math.abs(moved)),
    description: voucher.narration,
    reference_number: entry?.bank?.number ?? '',
    currency: 'INR',
  }
  return { doctype, doc, problems: account === undefined ? [missing] : [] }
}

/** Finds the bank account by its name, or by its ledger account if only one bank account uses that. */
export function bankAccountOf({ bankAccounts }: SiteFacts, ledger: string): string | undefined {
  const named = bankAccounts.find(({ name }) => name === ledger)
  const [one, ...others] = bankAccounts.filter(({ account }) => account === ledger)
  return named?.name ?? (others.length === 0 ? one?.name : undefined)
}

function makeInvoice(making: Making, doctype: Doctype): Made {
  const { voucher, site, facts } = making
  const sides = sidesOf(voucher, doctype)
  const goods = goodsOf(voucher, sides.goods, facts.itemRates)
  const upright = voucher.entries.map((entry) => ({ ...entry, paise: entry.paise * sides.goods }))
  const plan = planOf(making, goods, upright)
  const [items, lineProblems] = itemsOf(making, doctype, goods, plan)
  const isPurchase = doctype === 'Purchase Invoice'
  const taxes =
    plan === undefined
      ? { rows: [], problems: [unexplained] }
      : taxRows({ voucher, site, plan, goods, upright, sign: sides.doc, isPurchase })
  const doc = {
    company: textOf(site.company, 'name'),
    ...headOf(voucher, doctype),
    ...addressesIn(making, isPurchase),
    ...(site.gst !== undefined && placeOf(voucher)),
    currency: 'INR',
    conversion_rate: 1,
    disable_rounded_total: 1,
    ...(sides.doc < 0 && { is_return: 1 }),
    ...(facts.original !== '' && { return_against: facts.original }),
    ...(voucher.tax.isReverseCharge === true && { is_reverse_charge: 1 }),
    ...(voucher.items.length > 0 && doctype !== 'Sales Order' && { update_stock: 1 }),
    ...((plan?.discount ?? 0) > 0 && {
      apply_discount_on: 'Net Total',
      discount_amount: toRupees((plan?.discount ?? 0) * sides.doc),
    }),
    items,
    taxes: taxes.rows,
  }
  const problems = [
    ...facts.missing,
    ...taxes.problems,
    ...lineProblems,
    ...problemsOf(making, goods, isPurchase),
  ]
  return { doctype, doc, problems }
}

const unexplained: Problem = {
  code: 'gst_mismatch',
  field: 'cgst',
  message:
    'The rates of the lines do not explain the taxes on the paper, and ERPNext works taxes out by rate: say the rate of each line, or enter the bill by items that have one.',
}

/** Where goods are debited their amounts are above zero. A return has negative quantities. */
function sidesOf({ kind }: Voucher, doctype: Doctype): { goods: 1 | -1; doc: 1 | -1 } {
  if (doctype !== 'Purchase Invoice') return { goods: -1, doc: 1 }
  return kind === 'debit_note' ? { goods: -1, doc: -1 } : { goods: 1, doc: 1 }
}

function headOf(voucher: Voucher, doctype: Doctype): JsonObject {
  const { date, party, reference, referenceDate } = voucher
  const fields = fieldsOf[doctype]
  const due = dueDateOf(voucher)
  return {
    [fields.party]: party,
    [fields.date]: date,
    ...(doctype === 'Sales Order' ? { delivery_date: date } : { set_posting_time: 1 }),
    ...(due !== undefined && doctype !== 'Sales Order' && { due_date: due }),
    ...(reference !== '' && { [fields.reference]: reference }),
    ...(doctype === 'Purchase Invoice' &&
      referenceDate !== undefined && { bill_date: referenceDate }),
  }
}

/** ERPNext keeps GSTINs in addresses, of the company and of the party. */
function addressesIn({ voucher, site, facts }: Making, isPurchase: boolean): JsonObject {
  const theirs = addressWith(facts, site.gst === undefined ? undefined : voucher.tax.partyGstin)
  const [own, ...others] = site.own
  return {
    ...(theirs !== undefined && { [isPurchase ? 'supplier_address' : 'customer_address']: theirs }),
    ...(own !== undefined &&
      others.length === 0 && { [isPurchase ? 'billing_address' : 'company_address']: own.name }),
  }
}

function addressWith({ addresses }: VoucherFacts, gstin: string | undefined): string | undefined {
  const [only, ...others] = addresses
  if (gstin !== undefined) return addresses.find((address) => address.gstin === gstin)?.name
  return others.length === 0 ? only?.name : undefined
}

function placeOf({ tax: { placeOfSupply } }: Voucher): JsonObject {
  const code = placeOfSupply === undefined ? undefined : stateCodeOf(placeOfSupply)
  return code === undefined ? {} : { place_of_supply: `${code}-${placeOfSupply}` }
}

function planOf(
  { site }: Making,
  goods: readonly Goods[],
  upright: readonly LedgerEntry[],
): TaxPlan | undefined {
  const heads = upright.filter(({ role }) => isHead(role))
  const beside = upright.filter(({ role }) => role === 'beside')
  return site.gst === undefined ? plainPlan(heads) : planTaxes({ goods, heads, beside })
}

function itemsOf(
  { site, facts, goodsItem, voucher }: Making,
  doctype: Doctype,
  goods: readonly Goods[],
  plan: TaxPlan | undefined,
): [JsonObject[], Problem[]] {
  const highest = Math.max(0, ...goods.map(({ percent = 0 }) => percent))
  const taxed = (plan?.taxed ?? []).map(({ ledger, paise }): Goods => ({
    paise,
    percent: highest,
    account: ledger,
  }))
  const problems: Problem[] = []
  const items = [...goods, ...taxed].flatMap((line) => {
    const words: LineWords = {
      itemCode: goodsItemOf(goodsItem, line.percent),
      template: isTaxed(voucher) ? site.gst?.templates.get(line.percent ?? -1) : undefined,
      knownBatches: facts.batches,
      knownHsn: facts.hsnCodes,
      accountField: doctype === 'Purchase Invoice' ? 'expense_account' : 'income_account',
      sign: sidesOf(voucher, doctype).doc,
      always: doctype === 'Sales Order' ? { delivery_date: voucher.date } : {},
    }
    if (line.paise < 0) problems.push(goesBack(line))
    return line.paise < 0 ? [] : rowsFor(line, words)
  })
  return [items, problems]
}

/** A bill without tax gets no template, even where its goods have a tax rate. */
function isTaxed({ entries, tax }: Voucher): boolean {
  return tax.isReverseCharge === true || entries.some(({ role }) => isHead(role))
}

function goesBack({ paise, account, item }: Goods): Problem {
  return {
    code: 'other',
    field: 'line_items',
    message: `${item?.item ?? account} comes to ₹${toRupees(paise).toFixed(2)}: ERPNext takes no line below zero. Enter the bill there by hand.`,
  }
}

function problemsOf(
  { voucher, site, facts, goodsItem }: Making,
  goods: readonly Goods[],
  isPurchase: boolean,
): Problem[] {
  const { gst } = site
  const { partyGstin } = voucher.tax
  const problems: Problem[] = []
  if (gst === undefined) return problems
  if (isPurchase && partyGstin !== undefined && addressWith(facts, partyGstin) === undefined) {
    const message = `“${voucher.party}” has no address with the GSTIN ${partyGstin} in ERPNext, from which the invoice takes it.`
    problems.push({ code: 'gst_mismatch', field: 'gstin', message })
  }
  if (!isTaxed(voucher)) return problems
  const plain = new Set(
    goods.filter(({ item }) => item === undefined).map(({ percent }) => percent),
  )
  if (plain.size > 1 && goodsItem === '') problems.push(severalRates)
  for (const percent of new Set(goods.map((line) => line.percent))) {
    if (percent === undefined || gst.templates.has(percent)) continue
    const message = `ERPNext has no Item Tax Template of ${percent} % for this company.`
    problems.push({ code: 'gst_mismatch', field: `item_tax_template:${percent}`, message })
  }
  return problems
}

const severalRates: Problem = {
  code: 'gst_mismatch',
  field: 'gst_rate',
  message:
    'The bill has several rates, and India Compliance takes lines without an item at one rate only: pair with --goods-item, or enter bills as item invoices.',
}
