import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { type CommonOptions, printResult } from '../command.ts'
import { shownBytes } from '../terminal.ts'
import { freeBytesMin } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'

/** The token for shops without their own in the file. */
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

/** Throws AppError `not_found` for a missing file, `invalid_request` for a line without an address. */
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

/** The columns from here on are numbers. */
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

/** Seconds after which a backup was missed. Backups are made every night. */
const backupAgeMax = 26 * 60 * 60

/** Seconds after which a copy no longer follows. */
const lagMax = 5 * 60

/** The state of a shop. It is well without `problems`. null for values that it did not report. */
type ShopState = {
  url: string
  up: boolean
  version: string | null
  documents_waiting: number | null
  orders_waiting: number | null
  /** ISO 8601. Also null before the first backup. */
  backup_at: string | null
  replication_lag_seconds: number | null
  disk_free_bytes: number | null
  /** Responses with a status of 500 and above since the server started. */
  errors: number | null
  problems: readonly string[]
}

/** `now` in milliseconds since the epoch. */
export function judge({ url }: Shop, told: Told, now: number): ShopState {
  const figures = 'figures' in told ? told.figures : new Map<string, number>()
  const figure = (name: string) => figures.get(name) ?? null
  const backupAt = figure('backup_time_seconds') ?? 0
  return {
    url,
    up: 'version' in told,
    version: 'version' in told ? told.version : null,
    documents_waiting: figure('documents_waiting'),
    orders_waiting: figure('orders_waiting'),
    backup_at: timeOf(backupAt),
    replication_lag_seconds: figure('replication_lag_seconds'),
    disk_free_bytes: figure('disk_free_bytes'),
    errors: figure('http_request_duration_seconds_count{status="5xx"}'),
    problems: 'problem' in told ? [told.problem] : problemsIn(figures, now / 1000),
  }
}

/** ISO 8601. null for 0, which means never, and for an invalid time. */
function timeOf(seconds: number): string | null {
  const time = new Date(seconds * 1000)
  return seconds === 0 || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** `now` in seconds since the epoch. */
function problemsIn(figures: ReadonlyMap<string, number>, now: number): string[] {
  const figure = (name: string) => figures.get(name) ?? 0
  // Counts from the server's start, because a shop that just started has not had its nightly backup. A follower's backups are those of
  // the first Daybook.
  const backupSince = Math.max(figure('backup_time_seconds'), now - figure('uptime_seconds'))
  const faults: [isSo: boolean, says: string][] = [
    [figure('backup_failed') > 0, 'the last backup failed'],
    [
      figure('following') === 0 && now - backupSince > backupAgeMax,
      'no backup was made for more than a day',
    ],
    [figure('cleanup_failed') > 0, 'the last cleanup failed'],
    [figure('files_broken') > 0, `${figure('files_broken')} stored files are damaged or missing`],
    [(figures.get('disk_free_bytes') ?? freeBytesMin) < freeBytesMin, 'its disk is nearly full'],
    [figure('replication_failed') > 0, 'its continuous copy failed'],
    [figure('replication_fenced') > 0, 'another one has taken over from it'],
    [figure('images_publishing_failed') > 0, 'its product images cannot be published'],
    [figure('archive_failed') > 0, 'its documents cannot be archived'],
    [figure('replication_lag_seconds') > lagMax, 'its continuous copy is far behind'],
  ]
  return faults.filter(([isSo]) => isSo).map(([, says]) => says)
}

/** A Daybook of a fleet. `token` is its setting metrics_token. */
export type Shop = { url: string; token: string | undefined }

/** A shop's metrics, by their names in `/metrics` without `daybook_`, or why there are none. */
type Told = { version: string; figures: ReadonlyMap<string, number> } | { problem: string }

/** Milliseconds after which a shop counts as down. */
export const answerMsMax = 5_000

/** Shops to ask at the same time. One that hangs delays only itself. */
const atOnce = 200

/** Asks all shops. The answers have the shops' order. */
async function askShops(shops: readonly Shop[]): Promise<Told[]> {
  const told: Told[] = []
  const waiting = shops.entries()
  const lane = async () => {
    for (const [at, shop] of waiting) told[at] = await askShop(shop)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, shops.length) }, lane))
  return told
}

async function askShop({ url, token }: Shop): Promise<Told> {
  try {
    const response = await fetch(`${url}/metrics`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerMsMax),
      // A redirect must not receive the token.
      redirect: 'manual',
    })
    if (response.status !== 200) return { problem: refusal(response.status) }
    return readFigures(await response.text())
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return { problem: `does not answer within ${answerMsMax / 1000} seconds` }
    }
    return {
      problem: `cannot be reached (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

function refusal(status: number): string {
  switch (status) {
    case 401:
      return 'wants another token: see its setting metrics_token'
    case 403:
      return 'tells only programs on its own computer: set its metrics_token'
    default:
      return `answers ${status} instead of figures`
  }
}

/** Reads Prometheus' text format as far as `/metrics` uses it: a name, labels in braces, a number. */
export function readFigures(text: string): Told {
  const figures = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^daybook_(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
    // Prometheus allows NaN and Inf. They mean nothing to a shop's owner.
    if (name !== undefined && Number.isFinite(Number(value))) figures.set(name, Number(value))
  }
  const version = /^daybook_info\{version="([^"]+)"\}/m.exec(text)?.[1]
  return version === undefined ? { problem: 'is no Daybook' } : { version, figures }
}
