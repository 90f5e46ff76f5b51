import { type Filter, isChecked, type Site } from './client.ts'
import { doctypeOf } from './doctypes.ts'
import { type GstSettings, readGstSettings } from './masters.ts'
import {
  distinct,
  isOfBank,
  type ItemLine,
  type LedgerEntry,
  type Paise,
  type Problem,
  type Voucher,
} from '../vouchers/voucher.ts'
import type { ImportCode } from '../../platform/import-codes.ts'
import { type JsonObject, rowsOf, textOf } from '../../platform/json/json.ts'
import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'

/** What the site says of itself and vouchers need. Read once a round. */
export type SiteFacts = {
  company: JsonObject
  gst: GstSettings | undefined
  /** The company's bank accounts, with their ledger accounts. */
  bankAccounts: readonly { name: string; account: string }[]
  /** Addresses of the company. */
  own: readonly Address[]
  years: readonly { from: string; to: string }[]
}

type Address = { name: string; gstin: string }

/** Which of the things that a voucher names exist on the site. */
export type VoucherFacts = {
  missing: Problem[]
  addresses: readonly Address[]
  batches: ReadonlySet<string>
  hsnCodes: ReadonlySet<string>
  /** For items whose lines print no rate: ERPNext's tax rate, in per cent. */
  itemRates: ReadonlyMap<string, number>
  /** The submitted invoice that a note corrects; '' where there is none. */
  original: string
}

/** Throws AppError as `Site` does. */
export async function readSiteFacts(site: Site, company: JsonObject): Promise<SiteFacts> {
  const name = textOf(company, 'name')
  const gst = await readGstSettings(site, name)
  const [banks, own, years] = await Promise.all([
    site.list('Bank Account', {
      fields: ['name', 'account'],
      filters: [
        ['company', '=', name],
        ['is_company_account', '=', 1],
      ],
    }),
    addressesOf(site, gst, 'Company', name),
    site.list('Fiscal Year', {
      fields: ['name', 'year_start_date', 'year_end_date', 'disabled'],
      filters: [],
    }),
  ])
  return {
    company,
    gst,
    bankAccounts: banks.map((bank) => ({
      name: textOf(bank, 'name'),
      account: textOf(bank, 'account'),
    })),
    own,
    years: years
      .filter((year) => !isChecked(year, 'disabled'))
      .map((year) => ({
        from: textOf(year, 'year_start_date'),
        to: textOf(year, 'year_end_date'),
      })),
  }
}

/** `goodsItems`: items that stand for goods of a rate. Throws AppError as `Site` does. */
export async function readVoucherFacts(
  site: Site,
  voucher: Voucher,
  { company: own, gst }: SiteFacts,
  goodsItems: readonly string[],
): Promise<VoucherFacts> {
  const company = textOf(own, 'name')
  if (isOfBank(voucher.kind)) return nothingToKnow
  const party = partyDoctype(voucher)
  const found = await Promise.all(
    namedIn(voucher, company, goodsItems).map(async (one) => await missingOf(site, one)),
  )
  const codes = voucher.items.map(({ hsn }) => hsn)
  const batches = voucher.items.map(({ batch }) => batch)
  const [addresses, knownBatches, hsnCodes, itemRates, original] = await Promise.all([
    addressesOf(site, gst, party, voucher.party),
    namesThere(site, 'Batch', batches, []),
    gst === undefined ? new Set<string>() : namesThere(site, 'GST HSN Code', codes, []),
    ratesOf(site, gst, voucher),
    originalOf(site, voucher),
  ])
  return { missing: found.flat(), addresses, batches: knownBatches, hsnCodes, itemRates, original }
}

const nothingToKnow: VoucherFacts = {
  missing: [],
  addresses: [],
  batches: new Set(),
  hsnCodes: new Set(),
  itemRates: new Map(),
  original: '',
}

function partyDoctype({ kind }: Voucher): 'Supplier' | 'Customer' {
  return doctypeOf(kind) === 'Purchase Invoice' ? 'Supplier' : 'Customer'
}

type Wanted = {
  doctype: string
  what: string
  code: ImportCode
  names: readonly string[]
  filters: readonly Filter[]
}

const usable: Filter = ['disabled', '=', 0]

/** Everything a voucher names. */
function namedIn(voucher: Voucher, company: string, goodsItems: readonly string[]): Wanted[] {
  const { entries, items, party } = voucher
  const accounts = [...entries.filter(({ isParty }) => isParty !== true), ...items]
  const ofCompany: Filter[] = [['company', '=', company], ['is_group', '=', 0], usable]
  const isPlain = entries.some(({ role }) => role === 'goods')
  const doctype = partyDoctype(voucher)
  return [
    {
      doctype,
      what: doctype.toLowerCase(),
      code: 'ledger_missing',
      names: [party],
      filters: [usable],
    },
    {
      doctype: 'Account',
      what: 'account',
      code: 'ledger_missing',
      names: accounts.map(({ ledger }) => ledger),
      filters: ofCompany,
    },
    {
      doctype: 'Item',
      what: 'item',
      code: 'item_missing',
      names: [...items.map(({ item }) => item), ...goodsItems],
      filters: [usable],
    },
    {
      doctype: 'UOM',
      what: 'unit',
      code: 'unit_missing',
      names: [...items.map(({ unit }) => unit), isPlain ? plainUnit : ''],
      filters: [],
    },
    {
      doctype: 'Warehouse',
      what: 'warehouse',
      code: 'godown_missing',
      names: items.map(({ godown }) => godown),
      filters: ofCompany,
    },
  ]
}

async function missingOf(site: Site, { doctype, what, code, names, filters }: Wanted) {
  const there = await namesThere(site, doctype, names, filters)
  return distinct(names)
    .filter((name) => !there.has(foldText(name)) && !there.has(name))
    .map((name): Problem => ({
      code,
      field: `master:${name}`,
      message: `ERPNext has no ${what} “${name}” that can be used in this company.`,
    }))
}

/** Which of some names exist, as written and folded. MariaDB treats both as equal. */
async function namesThere(
  site: Site,
  doctype: string,
  names: readonly string[],
  filters: readonly Filter[],
): Promise<Set<string>> {
  const asked = distinct(names)
  if (asked.length === 0) return new Set()
  const rows = await site.list(doctype, {
    fields: ['name'],
    filters: [...filters, ['name', 'in', asked]],
  })
  const there = rows.map((row) => textOf(row, 'name'))
  return new Set([...there, ...there.map(foldText)])
}

async function addressesOf(
  site: Site,
  gst: GstSettings | undefined,
  doctype: string,
  name: string,
): Promise<Address[]> {
  const rows = await site.list('Address', {
    fields: gst === undefined ? ['name'] : ['name', 'gstin'],
    filters: [
      ['Dynamic Link', 'link_doctype', '=', doctype],
      ['Dynamic Link', 'link_name', '=', name],
    ],
  })
  return rows.map((row) => ({ name: textOf(row, 'name'), gstin: textOf(row, 'gstin') }))
}

/** Rates from the items' own tax templates. */
async function ratesOf(
  site: Site,
  gst: GstSettings | undefined,
  { items }: Voucher,
): Promise<Map<string, number>> {
  const unsaid = items.filter(({ gstPercent }) => gstPercent === undefined)
  const rates = new Map([...(gst?.templates ?? [])].map(([rate, template]) => [template, rate]))
  const found = await Promise.all(
    distinct(unsaid.map(({ item }) => item)).map(async (item) => {
      const [row] = rowsOf(await site.get('Item', item), 'taxes')
      const rate = rates.get(textOf(row, 'item_tax_template'))
      return rate === undefined ? [] : [[item, rate] as const]
    }),
  )
  return new Map(found.flat())
}

async function originalOf(site: Site, { kind, party, entries }: Voucher): Promise<string> {
  const bill = entries.find(({ isParty }) => isParty === true)?.bill
  if (kind !== 'debit_note' || bill?.type !== 'Agst Ref') return ''
  const [found, ...others] = await site.list('Purchase Invoice', {
    fields: ['name'],
    filters: [
      ['supplier', '=', party],
      ['bill_no', '=', bill.name],
      ['docstatus', '=', 1],
      ['is_return', '=', 0],
    ],
  })
  return others.length === 0 ? textOf(found, 'name') : ''
}

/** A line of goods with an amount above zero: a stock item, or an amount for an account. */
export type Goods = {
  paise: Paise
  percent: number | undefined
  account: string
  item?: ItemLine
}

/** `sign`: 1 where goods are debited, −1 where they are credited. `itemRates`: tax rates of items whose lines print none. */
export function goodsOf(
  { entries, items }: { entries: readonly LedgerEntry[]; items: readonly ItemLine[] },
  sign: 1 | -1,
  itemRates: ReadonlyMap<string, number>,
): Goods[] {
  const booked = entries
    .filter(({ role }) => role === 'goods')
    .map(({ ledger, paise, gstPercent }): Goods => ({
      paise: paise * sign,
      percent: gstPercent,
      account: ledger,
    }))
  const stock = items.map((item): Goods => ({
    paise: item.paise * sign,
    percent: item.gstPercent ?? itemRates.get(item.item),
    account: item.ledger,
    item,
  }))
  return [...booked, ...stock]
}

type Priced = { qty: number; rate: number; isFree?: boolean }

/**
 * Quantities and rates of two decimals that give the amount exactly: ERPNext keeps no more decimals of a rate. If one rate cannot give
 * the amount, the last piece gets its own line and price.
 */
function pricesOf({ paise, item }: Goods): Priced[] {
  if (item === undefined) return [{ qty: 1, rate: toRupees(paise) }]
  const { billedQty, actualQty } = item
  const free = decimal(actualQty - billedQty)
  const gifts = free > 0 ? [{ qty: free, rate: 0, isFree: true }] : []
  const rate = Math.round(paise / billedQty)
  if (amountOf(rate, billedQty) === paise) {
    return [{ qty: billedQty, rate: toRupees(rate) }, ...gifts]
  }
  const last = billedQty % 1 === 0 ? 1 : decimal(billedQty % 1)
  const many = decimal(billedQty - last)
  const lower = Math.floor(paise / billedQty)
  const lastRate = Math.round((paise - amountOf(lower, many)) / last)
  return [{ qty: many, rate: toRupees(lower) }, { qty: last, rate: toRupees(lastRate) }, ...gifts]
}

function amountOf(rate: Paise, qty: number): Paise {
  return Math.round(decimal(rate * qty))
}

/** Removes rounding errors of binary fractions. */
function decimal(number: number): number {
  return Number(number.toFixed(6))
}

export type LineWords = {
  /** The code of the item that stands for goods of one tax rate; '' for none. */
  itemCode: string
  template: string | undefined
  knownBatches: ReadonlySet<string>
  knownHsn: ReadonlySet<string>
  accountField: 'expense_account' | 'income_account'
  sign: 1 | -1
  /** Fields that every line has. */
  always: JsonObject
}

/** The unit of lines without a stock item. */
const plainUnit = 'Nos'

/** The ERPNext rows for one line of goods. */
export function rowsFor(goods: Goods, words: LineWords): JsonObject[] {
  return pricesOf(goods).map(({ qty, rate, isFree = false }) => ({
    ...(goods.item === undefined ? plainLine(goods, words) : stockLine(goods.item, words)),
    qty: qty * words.sign,
    rate,
    ...(isFree && { is_free_item: 1 }),
    [words.accountField]: goods.account,
    ...(words.template !== undefined && { item_tax_template: words.template }),
    ...words.always,
  }))
}

function plainLine({ account }: Goods, { itemCode }: LineWords): JsonObject {
  return {
    ...(itemCode !== '' && { item_code: itemCode }),
    item_name: account,
    description: account,
    uom: plainUnit,
    conversion_factor: 1,
  }
}

function stockLine(item: ItemLine, { knownBatches, knownHsn }: LineWords): JsonObject {
  const { batch, hsn } = item
  return {
    item_code: item.item,
    uom: item.unit,
    warehouse: item.godown,
    ...(batch !== '' &&
      (knownBatches.has(batch)
        ? { batch_no: batch }
        : { description: `${item.item}, batch ${batch}` })),
    ...(knownHsn.has(hsn) && { gst_hsn_code: hsn }),
  }
}
