import { given, type Master, type MasterKind, type NewLedger } from '../books.ts'
import { type Filter, isChecked, microsOf, modifiedAt, type Site } from './client.ts'
import { type Doctype, doctypes } from './doctypes.ts'
import type { TaxHead } from '../vouchers/voucher.ts'
import { AppError } from '../../platform/errors.ts'
import { stateNameOf } from '../../platform/gst/rates-and-states.ts'
import { type JsonObject, numberOf, rowsOf, textOf } from '../../platform/json/json.ts'
import { foldText } from '../../platform/text.ts'

/** The doctypes of each kind of master. For Daybook, sellers, customers and bank accounts are ledgers. */
type Source = {
  doctype: string
  fields: readonly string[]
  isOfCompany: boolean
  masterOf(doc: JsonObject): Omit<Master, 'id' | 'name' | 'alter_id'>
}

const kinds: Readonly<Record<Exclude<MasterKind, 'voucher_type'>, readonly Source[]>> = {
  ledger: [
    {
      doctype: 'Account',
      // Without the group: Daybook proposes accounts by Tally's groups, and every ERPNext chart has its own.
      fields: ['account_name', 'is_group', 'disabled'],
      isOfCompany: true,
      masterOf: (doc) => aliased(doc, textOf(doc, 'account_name')),
    },
    {
      doctype: 'Supplier',
      fields: ['supplier_name', 'supplier_group', 'gstin', 'disabled'],
      isOfCompany: false,
      masterOf: (doc) => party(doc, 'supplier_name', 'supplier_group'),
    },
    {
      doctype: 'Customer',
      fields: ['customer_name', 'customer_group', 'gstin', 'disabled'],
      isOfCompany: false,
      masterOf: (doc) => party(doc, 'customer_name', 'customer_group'),
    },
    {
      doctype: 'Bank Account',
      fields: ['account', 'bank_account_no', 'disabled'],
      isOfCompany: true,
      masterOf: (doc) => ({
        parent: 'Bank Accounts',
        ...aliased(doc, textOf(doc, 'bank_account_no')),
      }),
    },
  ],
  item: [
    {
      doctype: 'Item',
      fields: ['item_name', 'stock_uom', 'gst_hsn_code', 'disabled'],
      isOfCompany: false,
      masterOf: (doc) => ({
        unit: textOf(doc, 'stock_uom'),
        part_no: textOf(doc, 'name'),
        ...given({ hsn: textOf(doc, 'gst_hsn_code') }),
        ...aliased(doc, textOf(doc, 'item_name')),
      }),
    },
  ],
  unit: [{ doctype: 'UOM', fields: [], isOfCompany: false, masterOf: () => ({}) }],
  godown: [
    {
      doctype: 'Warehouse',
      fields: ['warehouse_name', 'is_group', 'disabled'],
      isOfCompany: true,
      masterOf: (doc) => aliased(doc, textOf(doc, 'warehouse_name')),
    },
  ],
}

/** How far back masters are read again, in microseconds. A master may become visible later than one that was saved after it. */
const overlapMicros = 10 * 60 * 1_000_000

/** Fields that the app India Compliance adds. */
const gstFields = new Set(['gstin', 'gst_hsn_code'])

/** Streams the masters of a kind that changed after a mark; after 0 all of them. Throws AppError as `Site` does. */
export async function* readMasters(
  site: Site,
  company: string,
  kind: MasterKind,
  after: number,
): AsyncGenerator<Master> {
  if (kind === 'voucher_type') return yield* doctypes.map(voucherType)
  const gst = await readGstSettings(site, company)
  for (const source of kinds[kind]) {
    const filters: Filter[] = [
      ...(source.isOfCompany ? [['company', '=', company]] : []),
      ...(after > 0 ? [['modified', '>=', modifiedAt(Math.max(0, after - overlapMicros))]] : []),
    ]
    for await (const doc of site.pages(source.doctype, {
      fields: fieldsOf(source, gst),
      filters,
    })) {
      if (isChecked(doc, 'is_group') || isChecked(doc, 'disabled')) continue
      yield {
        id: `${source.doctype}:${textOf(doc, 'name')}`,
        name: textOf(doc, 'name'),
        alter_id: microsOf(textOf(doc, 'modified')),
        ...source.masterOf(doc),
        ...dutyOf(gst, textOf(doc, 'name')),
      }
    }
  }
}

/** Rises with every change, but not when a master is deleted. Throws AppError as `Site` does. */
export async function masterMark(site: Site): Promise<number> {
  const all = Object.values(kinds).flat()
  const stamps = await Promise.all(all.map(async ({ doctype }) => await site.lastModified(doctype)))
  return Math.max(...stamps.map(microsOf))
}

function fieldsOf({ fields }: Source, gst: GstSettings | undefined): string[] {
  return [
    'name',
    'modified',
    ...fields.filter((field) => gst !== undefined || !gstFields.has(field)),
  ]
}

/** The doctypes are the same on every site. */
function voucherType(doctype: Doctype): Master {
  return { id: `DocType:${doctype}`, name: doctype, alter_id: 1 }
}

function party(doc: JsonObject, title: string, group: string) {
  const gstin = textOf(doc, 'gstin')
  const state = stateNameOf(gstin.slice(0, 2))
  return {
    ...given({ parent: textOf(doc, group), gstin, state: state ?? '' }),
    ...aliased(doc, textOf(doc, title)),
  }
}

const dutyHeads = { cgst: 'CGST', sgst: 'SGST/UTGST', igst: 'IGST', cess: 'Cess' } as const

function dutyOf(gst: GstSettings | undefined, name: string): { duty_head?: string } {
  const found = gst?.accounts.find(({ account }) => account === name)
  return found === undefined ? {} : { duty_head: dutyHeads[found.head] }
}

/** The display name, where it differs from the name. */
function aliased(doc: JsonObject, title: string): { aliases?: string[] } {
  return title === '' || title === textOf(doc, 'name') ? {} : { aliases: [title] }
}

/** The root group of every site. */
const allSuppliers = 'All Supplier Groups'

/**
 * Creates the supplier or account that somebody asked for, unless it exists. Returns what went wrong; undefined when it exists now.
 * Throws AppError as `Site` does.
 */
export async function createAccount(
  site: Site,
  company: JsonObject,
  ledger: NewLedger,
): Promise<string | undefined> {
  return ledger.field.startsWith('party:')
    ? await createSupplier(site, ledger)
    : await createInChart(site, company, ledger)
}

/** Creates a supplier without a GSTIN: ERPNext keeps it in an address, and only a person knows the whole address. */
async function createSupplier(site: Site, { name, parent }: NewLedger) {
  const named = [['supplier_name', '=', name]]
  const isThere = async () =>
    (await site.list('Supplier', { fields: ['name'], filters: named })).length > 0
  if (await isThere()) return undefined
  const group = await site.get('Supplier Group', parent)
  return await made(site, isThere, 'Supplier', {
    supplier_name: name,
    supplier_group: group === undefined ? allSuppliers : parent,
  })
}

async function createInChart(site: Site, company: JsonObject, { name, parent }: NewLedger) {
  const of = textOf(company, 'name')
  const fields = ['name', 'account_name', 'is_group']
  const accounts = await site.list('Account', {
    fields,
    filters: [
      ['company', '=', of],
      ['is_group', '=', 1],
    ],
  })
  const group = accounts.find((account) =>
    [textOf(account, 'name'), textOf(account, 'account_name')].some(
      (each) => foldText(each) === foldText(parent),
    ),
  )
  if (group === undefined) return `ERPNext has no group of accounts “${parent}”.`
  const filters = [
    ['company', '=', of],
    ['account_name', '=', name],
  ]
  const isThere = async () => (await site.list('Account', { fields, filters })).length > 0
  if (await isThere()) return undefined
  return await made(site, isThere, 'Account', {
    account_name: name,
    parent_account: textOf(group, 'name'),
    company: of,
    is_group: 0,
  })
}

async function made(
  site: Site,
  isThere: () => Promise<boolean>,
  doctype: string,
  doc: JsonObject,
): Promise<string | undefined> {
  const sent = await site.create(doctype, doc, false)
  if ('refused' in sent) return sent.refused.message
  if (await isThere()) return undefined
  throw new AppError('unavailable', 'ERPNext did not make it, and did not say why.')
}

/** What the app India Compliance knows of a company: its GST accounts, and the template for each rate. */
export type GstSettings = {
  accounts: GstAccount[]
  /** Template names by rate in per cent. */
  templates: ReadonlyMap<number, string>
}

type GstAccount = {
  /** India Compliance's own word. */
  side: 'Input' | 'Output' | 'Purchase Reverse Charge' | 'Other'
  head: TaxHead
  account: string
}

const heads = ['cgst', 'sgst', 'igst', 'cess'] as const

/** Undefined where the app is not installed; then the bridge asks for none of its fields. Throws AppError as `Site` does. */
export async function readGstSettings(
  site: Site,
  company: string,
): Promise<GstSettings | undefined> {
  const settings = await site.get('GST Settings', 'GST Settings')
  if (settings === undefined) return undefined
  const rows = rowsOf(settings, 'gst_accounts').filter((row) => textOf(row, 'company') === company)
  return {
    accounts: rows.flatMap(accountsIn),
    templates: await readTemplates(site, company),
  }
}

function accountsIn(row: JsonObject): GstAccount[] {
  const type = textOf(row, 'account_type')
  const side =
    type === 'Input' || type === 'Output' || type === 'Purchase Reverse Charge' ? type : 'Other'
  return heads.flatMap((head) => {
    const account = textOf(row, `${head}_account`)
    return account === '' ? [] : [{ side, head, account }]
  })
}

/** Of several templates for one rate, the first by name. Untaxed goods have their own template. */
async function readTemplates(site: Site, company: string): Promise<Map<number, string>> {
  const fields = ['name', 'gst_rate', 'gst_treatment', 'disabled']
  const filters = [['company', '=', company]]
  const templates = new Map<number, string>()
  for await (const template of site.pages('Item Tax Template', { fields, filters })) {
    const rate = numberOf(template, 'gst_rate')
    const treatment = textOf(template, 'gst_treatment')
    const isOfRate = rate > 0 ? treatment === 'Taxable' : treatment === 'Nil-Rated'
    if (!isChecked(template, 'disabled') && isOfRate && !templates.has(rate)) {
      templates.set(rate, textOf(template, 'name'))
    }
  }
  return templates
}
