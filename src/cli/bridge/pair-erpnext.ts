import { AppError } from '../../platform/errors.ts'
import { erpnextAt, type Site, plainHttpWarning } from '../../bridge/erpnext/client.ts'
import { companiesOf } from '../../bridge/erpnext/companies.ts'
import { idOf } from '../../bridge/erpnext/doctypes.ts'

import { forgetFiles } from '../../bridge/files/folder.ts'
import { writePairing } from '../../bridge/pairing.ts'
import { printResult } from '../command.ts'
import { askingSecrets } from '../terminal.ts'
import { bridgeFolder } from './folder.ts'
import { type KeyOptions, keysFor } from './pair-keys.ts'

export type ErpnextOptions = KeyOptions & {
  names: boolean
  url?: string
  company?: string
  idField: string
  submit?: boolean
  goodsItem?: string
}

/** Doctypes that need a key field. A Bank Transaction has a suitable field already. */
const keyed = ['Purchase Invoice', 'Sales Invoice', 'Sales Order'] as const

/** Pairs an ERPNext company. The key is asked for or read from standard input, so that it is not visible in the list of processes. */
export async function pairErpnext(options: ErpnextOptions): Promise<void> {
  const { url, idField, submit = false, goodsItem = '', names } = options
  if (url === undefined) throw invalid('Say with --url where ERPNext is.')
  using asking = askingSecrets()
  const token = (
    await asking.ask('API key and secret of the user in ERPNext, as KEY:SECRET: ')
  ).trim()
  if (!/^[^\s:]+:[^\s:]+$/.test(token)) {
    throw invalid('The key of ERPNext is KEY:SECRET, as its user settings show them.')
  }
  const site = erpnextAt(url, token)
  const company = await chosen(site, options.company)
  await requireField(site, idField)
  const { keys } = await keysFor(options, 'erpnext', asking)
  const folder = bridgeFolder(options)
  await forgetFiles(folder)
  const { daybook, scanKey, ordersKey } = keys
  await writePairing(folder, {
    version: 1,
    daybook,
    scanKey,
    ...(ordersKey === undefined ? {} : { ordersKey }),
    system: 'erpnext',
    books: url,
    token,
    idField,
    submits: submit,
    goodsItem,
    company,
    names,
  })
  const warning = plainHttpWarning(url)
  printResult(options, { company, daybook, folder, ...(warning !== '' && { warning }) }, [
    `Paired with ${company.name} (${company.number}) at ${url}.`,
    ...(warning === '' ? [] : [warning]),
    submit
      ? 'What goes in is submitted, and so in the accounts at once.'
      : 'What goes in are drafts, until somebody submits them there.',
    'Start it with "daybook bridge run"; "daybook bridge run --dry-run" shows what it would enter.',
  ])
}

async function chosen(site: Site, name: string | undefined) {
  const companies = await companiesOf(site)
  const named = name === undefined ? companies : companies.filter((each) => each.name === name)
  const [company, ...others] = named
  if (company !== undefined && others.length === 0) return company
  const names = companies.map((each) => each.name).join(', ')
  throw new AppError(
    'not_found',
    companies.length === 0
      ? 'The user of the key sees no company in ERPNext.'
      : `Say with --company which one it is. There are: ${names}.`,
  )
}

/** Requires the key field in all doctypes: documents of a doctype without it would be entered without a key. */
async function requireField(site: Site, idField: string): Promise<void> {
  if (idField === 'name') return
  for (const doctype of keyed) {
    const filters = [[idField, '=', idOf('none')]]
    const found = await site.list(doctype, { fields: ['name', idField], filters }).catch(noField)
    if (found === undefined) {
      throw invalid(`ERPNext has no field ${idField} in ${doctype}: make it there, unique.`)
    }
  }
}

/** Any other answer means that the doctype has no such field. */
function noField(error: unknown): undefined {
  if (error instanceof AppError && error.details['health'] === 'silent') return undefined
  throw error
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
