import { type Command, Option } from 'commander'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { createKey, revokeKey } from '../../accounts/keys/keys.ts'
import { type Scope, type Service, sideOf } from '../../accounts/keys/rules.ts'
import { listUsers } from '../../accounts/queries.ts'
import { type BridgedSystem, exchangeCode } from '../../bridge/daybook/api.ts'
import { daybookAt, type Keys } from '../../bridge/daybook/daybook.ts'
import { tryFolder, type Pairing } from '../../bridge/pairing.ts'
import { type SkuSource, skuSources } from '../../bridge/stock/plan.ts'
import type { Mappings } from '../../bridge/vouchers/lookup.ts'
import { bridgeFolder, type BridgeOptions } from './options.ts'
import { change, dataDirOf, withDatabase } from '../command.ts'
import type { Asking } from '../terminal.ts'
import { loopback, readConfig } from '../../platform/config.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'

/** How a pairing gets its keys. `key` and `ordersKey` are refused: see `refuseTypedKeys`. */
export type KeyOptions = BridgeOptions & {
  daybook?: string
  key?: string
  ordersKey?: string
  user?: string
}

const keyNames: Readonly<Record<BridgedSystem, string>> = {
  tally: 'Bridge to Tally',
  erpnext: 'Bridge to ERPNext',
  folder: 'Bridge to files',
}

const keyRandomBytes = 32

const ordersScopes: Scope[] = ['orders:read', 'orders:write', 'products:write']

type OpeningKeys = { keys: Keys; mappings: Mappings }

/**
 * Gets the keys for a pairing. From another computer's Daybook, by a console code or typed keys; on Daybook's own computer, new ones.
 * Checks that they work before anything is stored.
 */
export async function keysFor(
  options: KeyOptions,
  system: BridgedSystem,
  asking: Asking,
): Promise<OpeningKeys> {
  const { daybook } = options
  // Checked first: keys that cannot be stored would be lost.
  tryFolder(bridgeFolder(options))
  if (daybook === undefined) return await makeKeys(options, keyNames[system])
  const text = (await asking.ask(codePrompt)).trim()
  if (text === '') throw noCode()
  if (/^db[kt]_/.test(text)) return await openedBy(typedKeys(daybook, text))
  const keys = await exchangeCode(daybook, text, system)
  try {
    return await openedBy(keys)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const left = `${error.message} The keys that were made for the code go on working: end them in the console under API keys.`
    throw new AppError(error.code, left, { cause: error })
  }
}

async function openedBy(keys: Keys): Promise<OpeningKeys> {
  return { keys, mappings: await daybookAt(keys).mappings() }
}

/** A scan export key with the scope scans:import and, after a space, a storefront key. */
function typedKeys(daybook: string, text: string): Keys {
  const [scanKey = '', ordersKey] = text.split(/\s+/)
  if ([scanKey, ordersKey].some((each) => each !== undefined && sideOf(each) === 'test')) {
    printError(testKeysWarning)
  }
  return { daybook, scanKey, ...(ordersKey === undefined ? {} : { ordersKey }) }
}

/** Throws AppError `invalid_request` for keys in the arguments, where every user of the computer can see them. */
export function refuseTypedKeys({ key, ordersKey }: KeyOptions): void {
  if (key === undefined && ordersKey === undefined) return
  throw new AppError(
    'invalid_request',
    '--key and --orders-key are taken no more: other users of this computer see what a command is given, and the shell keeps it. Leave them out, and type the code that the console shows under Books, or send it, or the keys, on standard input. End the keys that you typed: the console does so under API keys.',
  )
}

const codePrompt = 'Code from the console, under Books (it is not shown while you type): '

function noCode(): AppError {
  return new AppError(
    'invalid_request',
    'The code is missing: the console shows one under Books. Type it when you are asked, or send it on standard input.',
  )
}

const testKeysWarning =
  'This is a test key: what the bridge fetches and acknowledges is in a copy, but what it enters is in your books. Pair it with a company made for tests.'

/** Creates keys on Daybook's own computer, so that nobody has to copy any. Keys that do not work are revoked at once. */
async function makeKeys(options: KeyOptions, name: string): Promise<OpeningKeys> {
  const daybook = addressOf(options)
  const email = options.user ?? (await withDatabase(options, ({ read }) => firstOwner(read)))
  const made = await change(options, (conn, now) => {
    const make = (service: Service, scopes: Scope[], allUsers: boolean) => {
      const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
      return createKey(conn, { email, service, scopes, allUsers, name }, now, random)
    }
    return {
      scan: make('scan-export', ['scans:import'], true),
      orders: make('storefront', ordersScopes, false),
    }
  })
  const keys = { daybook, scanKey: made.scan.key, ordersKey: made.orders.key }
  try {
    return { keys, mappings: await daybookAt(keys).mappings() }
  } catch (error) {
    await change(options, (conn, now) => {
      for (const { id } of [made.scan, made.orders]) revokeKey(conn, id, now)
    })
    throw error
  }
}

/** The address of the server that last started on these data. Its port may differ from the settings. */
function addressOf(options: KeyOptions): string {
  const dir = dataDirOf(options)
  const running = findRunningServer(dir)
  return running?.url ?? `http://${loopback}:${readConfig({}, process.env, dir.config).port}`
}

function firstOwner(conn: Conn): string {
  const found = listUsers(conn)
    .all()
    .find(({ role, deactivatedAt }) => role === 'owner' && deactivatedAt === null)
  if (found !== undefined) return found.email
  throw new AppError('not_found', 'This Daybook has no owner yet: set it up first.')
}

/** What the bridge sends from the accounts to Daybook. */
export type BringOptions = {
  names: boolean
  stockToStorefront?: boolean
  sku: SkuSource
  priceLevel?: string
  prices?: 'with-gst' | 'without-gst'
}

/** The word for an item's price without a price level. */
const standardPrice = 'standard'

export function addBringOptions(command: Command): Command {
  return command
    .option(
      '--no-names',
      "of tally: leave Daybook's lists of vendors and products alone, instead of adding what the books call them",
    )
    .option('--stock-to-storefront', 'of tally: set the stock of the storefront by the books')
    .addOption(
      new Option('--sku <source>', 'with --stock-to-storefront: what of a stock item is its SKU')
        .choices(skuSources)
        .default('part-number'),
    )
    .option(
      '--price-level <name>',
      `with --stock-to-storefront: set prices too, by this price level of Tally or "${standardPrice}", its standard price`,
    )
    .addOption(
      new Option(
        '--prices <gst>',
        'with --price-level: whether GST is in those prices, or is to be added by the rate of the item',
      ).choices(['with-gst', 'without-gst']),
    )
}

/** Throws AppError `invalid_request` for options that need each other. */
export function bringsOf(options: BringOptions): Pick<Pairing, 'names' | 'stock'> {
  const { names, stockToStorefront, sku, priceLevel, prices } = options
  if (stockToStorefront !== true) {
    if (priceLevel === undefined && prices === undefined) return { names }
    throw invalid('--price-level and --prices need --stock-to-storefront.')
  }
  if (priceLevel === undefined && prices === undefined) return { names, stock: { sku } }
  if (priceLevel === undefined || prices === undefined) {
    throw invalid('--price-level and --prices go together: which prices, and whether GST is in.')
  }
  const level = priceLevel === standardPrice ? '' : priceLevel
  return { names, stock: { sku, price: { level, hasGst: prices === 'with-gst' } } }
}

/**
 * For file bridges, which read nothing from the accounts, and for ERPNext, which does not reduce its stock for drafts. Throws AppError
 * `invalid_request`.
 */
export function refuseStock({ stockToStorefront, priceLevel, prices }: BringOptions): void {
  if (stockToStorefront !== true && priceLevel === undefined && prices === undefined) return
  throw invalid('--stock-to-storefront, --price-level and --prices are of tally alone.')
}

/** Throws AppError `invalid_request` without the storefront key. */
export function requireBringable({ stock }: Pick<Pairing, 'stock'>, { ordersKey }: Keys): void {
  if (stock === undefined || ordersKey !== undefined) return
  throw invalid(
    '--stock-to-storefront needs a storefront key with products:write: pair with a code from the console, or send that key behind the other one.',
  )
}

/** What a person still has to do before stock goes to the storefront. */
export function stockAdvice({ stock }: Pick<Pairing, 'stock'>, { settings }: Mappings): string[] {
  if (stock === undefined || settings.order_as === 'sales') return []
  return [
    'Stock goes to the storefront once web orders become sales: see Settings on the page Books. Tally takes nothing off its stock for a sales order.',
  ]
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
