import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { textOf } from '../../platform/json/fields.ts'
import { foldText } from '../../platform/text.ts'
import type { NewLedger } from '../books.ts'
import type { Site } from './client.ts'

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
