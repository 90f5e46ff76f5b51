import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Company } from '../../bridge/books.ts'
import { daybookAt } from '../../bridge/daybook/daybook.ts'
import { erpnextAt, type Site, plainHttpWarning } from '../../bridge/erpnext/client.ts'
import { companiesOf } from '../../bridge/erpnext/companies.ts'
import { idOf } from '../../bridge/erpnext/doctypes.ts'
import { ownColumns, readColumns, usualColumns } from '../../bridge/files/columns.ts'
import {
  type FileFormat,
  fileFormats,
  forgetFiles,
  writeFilesPairing,
} from '../../bridge/files/folder.ts'
import type { Target } from '../../bridge/files/formats.ts'
import { reportReady } from '../../bridge/files/run-files.ts'
import { writePairing } from '../../bridge/pairing.ts'
import { openCompanies, plain } from '../../bridge/tally/companies.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import { bridgeFolder, bridgeSubcommand, tallyUrl, urlOf } from './options.ts'
import {
  addBringOptions,
  type BringOptions,
  bringsOf,
  refuseStock,
  requireBringable,
  stockAdvice,
  type KeyOptions,
  keysFor,
  refuseTypedKeys,
} from './pair-keys.ts'
import { printResult } from '../command.ts'
import { askingSecrets } from '../terminal.ts'
import { AppError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'

type TallyOptions = KeyOptions & BringOptions & { tally: string; company?: string }

type Options = TallyOptions & FolderOptions & ErpnextOptions

export function pairCommand(): Command {
  const pair = bridgeSubcommand(
    'pair',
    "choose where documents go, a company of Tally or ERPNext, or files in a folder; on Daybook's own computer its keys are made too, elsewhere a code from the console gets them",

    `daybook bridge pair tally
  daybook bridge pair erpnext --url https://shop.example.com --company "Anand & Sons" <erpnext-key.txt
  daybook bridge pair folder --to ~/for-the-accountant --as zoho
  daybook bridge pair tally --daybook http://192.168.1.10:3292
  daybook bridge pair tally --daybook http://192.168.1.10:3292 <code.txt`,
  )
  return (
    addBringOptions(pair)
      .argument('<system>', 'tally, erpnext or folder', systemOf)
      .option('--tally <url>', 'where Tally listens', urlOf, tallyUrl)
      .option(
        '--company <name>',
        'which company: of those that are open (default: the only one), or for files',
      )
      .option(
        '--url <url>',
        'of erpnext: its address; the key of its user, as KEY:SECRET, is asked for first, or read as the first line of standard input',
        urlOf,
      )
      .option('--submit', 'of erpnext: submit what goes in, instead of leaving drafts')
      .option(
        '--id-field <field>',
        'of erpnext: the unique field that somebody made for the key, where it gives names of its own',
        'name',
      )
      .option(
        '--goods-item <code>',
        'of erpnext: the item that stands for goods of a rate, such as "Purchases {rate}%", for bills at several rates',
      )
      .option('--to <dir>', 'of folder: where the files are written')
      .option('--as <format>', 'of folder: tally, zoho or xlsx', formatOf, 'tally')
      .option(
        '--columns <file>',
        'of folder as xlsx: busy, tally (its sample workbook), or a JSON file with the columns',
      )
      .option(
        '--guid <guid>',
        "of folder as tally: the company's GUID, where it is entered live too",
      )
      .option(
        '--daybook <url>',
        'where Daybook is, on another computer than this; the code that its console shows under Books is asked for, or read from standard input, as may be a key with the scope scans:import and, behind a space, one for orders',
        urlOf,
      )
      // Options of earlier versions. They are refused with a hint.
      .addOption(new Option('--key <key>').hideHelp())
      .addOption(new Option('--orders-key <key>').hideHelp())
      .option('--user <email>', 'the owner that the keys act as (default: the first)')
      .action(async (system: string, options: Options) => {
        refuseTypedKeys(options)
        if (system === 'tally') return await pairTally(options)
        refuseStock(options)
        await (system === 'folder' ? pairFolder(options) : pairErpnext(options))
      })
  )
}

async function pairTally(options: TallyOptions): Promise<void> {
  const brings = bringsOf(options)
  const companies = (await openCompanies(tallyAt(options.tally))).map(plain)
  const company = chosen(companies, options.company, {
    none: 'No company is open in Tally: open the one that documents are to go to.',
    are: 'Open are',
  })
  using asking = askingSecrets()
  const { keys, mappings } = await keysFor(options, 'tally', asking)
  requireBringable(brings, keys)
  const folder = bridgeFolder(options)
  await forgetFiles(folder)
  await writePairing(folder, {
    version: 1,
    ...keys,
    system: 'tally',
    books: options.tally,
    company,
    ...brings,
  })
  printResult(options, { company, daybook: keys.daybook, folder }, [
    `Paired with ${company.name} (number ${company.number}, books from ${company.booksFrom}).`,
    ...stockAdvice(brings, mappings),
    'Start it with "daybook bridge run"; "daybook bridge run --dry-run" shows what it would enter.',
  ])
}

/** `none` is the refusal where there are none, `are` begins the list of several. */
function chosen(
  companies: readonly Company[],
  name: string | undefined,
  { none, are }: { none: string; are: string },
): Company {
  const named = name === undefined ? companies : companies.filter((each) => each.name === name)
  const [company, ...others] = named
  if (company !== undefined && others.length === 0) return company
  const names = companies.map((each) => each.name).join(', ')
  throw new AppError(
    'not_found',
    companies.length === 0 ? none : `Say with --company which one it is. ${are}: ${names}.`,
  )
}

function systemOf(text: string): string {
  if (text === 'tally' || text === 'erpnext' || text === 'folder') return text
  throw new InvalidArgumentError('It is tally, erpnext or folder.')
}

function formatOf(text: string): FileFormat {
  const format = fileFormats.find((each) => each === text)
  if (format !== undefined) return format
  throw new InvalidArgumentError(`It is one of ${fileFormats.join(', ')}.`)
}

type FolderOptions = KeyOptions & {
  to?: string
  as: FileFormat
  company?: string
  columns?: string
  guid?: string
}

/** From now on `run` writes what waits to files. */
async function pairFolder(options: FolderOptions): Promise<void> {
  const { to, company = '', guid } = options
  if (to === undefined) throw invalid('--to is missing: the folder that files are written to.')
  const target = targetOf(options)
  using asking = askingSecrets()
  const { keys } = await keysFor(options, 'folder', asking)
  const folder = resolve(to)
  await writeFilesPairing(bridgeFolder(options), {
    version: 1,
    ...keys,
    folder,
    install: guid ?? `folder ${company}`,
    target,
  })
  // Reported at once, so that the console shows the accounts and people can map sellers and ledgers.
  await reportReady({ daybook: daybookAt(keys), folder, target, clock: systemClock }, 0)
  printResult(options, { folder, format: options.as }, [
    `Files go to ${folder}.`,
    '"daybook bridge run --once" writes one of what waits. Import it, then confirm it.',
  ])
}

function targetOf({ as, company, columns }: FolderOptions): Target {
  if (as === 'zoho') return { format: as }
  if (as === 'xlsx') return { format: as, columns: columnsOf(columns) }
  if (company !== undefined) return { format: as, company }
  throw invalid('--company is missing: what Tally calls the company that imports the files.')
}

/** Daybook's own column sets have names. */
function columnsOf(file: string | undefined) {
  if (file === undefined) return usualColumns
  return ownColumns.get(file) ?? readColumns(readFileSync(file, 'utf8'))
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}

type ErpnextOptions = KeyOptions & {
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
async function pairErpnext(options: ErpnextOptions): Promise<void> {
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
  const company = chosen(await companiesOf(site), options.company, {
    none: 'The user of the key sees no company in ERPNext.',
    are: 'There are',
  })
  await requireField(site, idField)
  const { keys } = await keysFor(options, 'erpnext', asking)
  const folder = bridgeFolder(options)
  await forgetFiles(folder)
  await writePairing(folder, {
    version: 1,
    ...keys,
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
  printResult(
    options,
    { company, daybook: keys.daybook, folder, ...(warning !== '' && { warning }) },
    [
      `Paired with ${company.name} (${company.number}) at ${url}.`,
      ...(warning === '' ? [] : [warning]),
      submit
        ? 'What goes in is submitted, and so in the accounts at once.'
        : 'What goes in are drafts, until somebody submits them there.',
      'Start it with "daybook bridge run"; "daybook bridge run --dry-run" shows what it would enter.',
    ],
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
