import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { AppError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'
import { type CommonOptions, printResult } from '../command.ts'
import { shownBytes } from '../terminal.ts'
import { askShops, type Shop } from './ask-shop.ts'
import { judge, type ShopState } from './judge.ts'

/** The token of all shops that the file names none for. */
const tokenVariable = 'DAYBOOK_METRICS_TOKEN'

export function fleetCommand(): Command {
  return new Command('fleet')
    .description('look after many Daybooks, one for each organisation')
    .addCommand(statusCommand())
}

function statusCommand(): Command {
  return new Command('status')
    .description('ask all of them at once how they are')
    .argument(
      '<shops...>',
      'addresses, or files with an address a line and behind it the metrics_token of that shop',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nThe token of shops without one in a file is taken from ${tokenVariable}.\n\nExample:\n  daybook fleet status shops.txt`,
    )
    .action(async (words: string[], options: CommonOptions) => {
      const shops = readShops(words, process.env[tokenVariable])
      const told = await askShops(shops)
      const now = systemClock.now()
      const states = told.flatMap((answer, at) => {
        const shop = shops[at]
        return shop === undefined ? [] : [judge(shop, answer, now)]
      })
      printResult(options, { shops: states }, [...tableOf(states, now), ...problemLines(states)])
      const ill = states.filter(({ problems }) => problems.length > 0).length
      if (ill === 0) return
      throw new AppError('conflict', `Of ${states.length} shops ${ill} need a look: see above.`)
    })
}

/** Throws AppError `not_found` for a file that is not there, `invalid_request` for a line that names no address. */
function readShops(words: readonly string[], token: string | undefined): Shop[] {
  const shops = words.flatMap((word) =>
    /^https?:\/\//.test(word) ? [shopOf(word, token)] : shopsIn(word, token),
  )
  if (shops.length > 0) return shops
  throw new AppError('invalid_request', 'These files name no shop: an address a line, please.')
}

function shopsIn(file: string, token: string | undefined): Shop[] {
  if (!existsSync(file)) {
    throw new AppError(
      'not_found',
      `${file} is neither an address that begins with http:// or https://, nor a file.`,
    )
  }
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [url = '', own = token] = line.split(/\s+/)
      return shopOf(url, own)
    })
}

function shopOf(text: string, token: string | undefined): Shop {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) {
    return { url: url.href.replace(/\/+$/, ''), token }
  }
  throw new AppError('invalid_request', `${text} is no address that begins with http or https.`)
}

const head = ['shop', 'is', 'version', 'documents', 'orders', 'backup', 'lag', 'free', 'errors']

/** From this column on they are numbers. */
const firstNumber = 3

function tableOf(states: readonly ShopState[], now: number): string[] {
  const rows = [head, ...states.map((state) => rowOf(state, now))]
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0
        return at < firstNumber ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
}

function rowOf(state: ShopState, now: number): string[] {
  const { url, up, problems, version, documents_waiting: documents } = state
  const { orders_waiting: orders, replication_lag_seconds: lag, disk_free_bytes: free } = state
  const backup = state.backup_at === null ? null : (now - Date.parse(state.backup_at)) / 1000
  return [
    url.replace(/^https?:\/\//, ''),
    up ? (problems.length === 0 ? 'well' : 'ILL') : 'DOWN',
    version ?? '-',
    shownCount(documents),
    shownCount(orders),
    backup === null ? '-' : shownAge(backup),
    lag === null ? '-' : shownAge(lag),
    free === null ? '-' : shownBytes(free),
    shownCount(state.errors),
  ]
}

function shownCount(count: number | null): string {
  return count === null ? '-' : String(count)
}

/** `12 s`, `5 min`, `7 h`, `3 d`. */
function shownAge(seconds: number): string {
  const minute = 60
  const hour = 60 * minute
  const day = 24 * hour
  if (seconds >= 2 * day) return `${Math.floor(seconds / day)} d`
  if (seconds >= hour) return `${Math.floor(seconds / hour)} h`
  if (seconds >= minute) return `${Math.floor(seconds / minute)} min`
  return `${Math.max(0, Math.floor(seconds))} s`
}

function problemLines(states: readonly ShopState[]): string[] {
  const lines = states.flatMap(({ url, problems }) => problems.map((says) => `${url} ${says}`))
  return lines.length === 0 ? [] : ['', ...lines.map((line) => `${line}.`)]
}
