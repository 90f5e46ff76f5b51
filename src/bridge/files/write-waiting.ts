import { join } from 'node:path'
import type { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { dayInIndia } from '../../paper/values.ts'
import type { Daybook, Result } from '../daybook/daybook.ts'
import { ordersRefused, type Waiting } from '../daybook/waiting.ts'
import { keyOf } from '../keys.ts'
import { cutToFit, newsIn, noteTold, type ToldParts } from '../results.ts'
import type { Keyed } from '../tally/render.ts'
import type { Mappings } from '../vouchers/lookup.ts'
import type { Part, Voucher } from '../vouchers/voucher.ts'
import { vouchersOf } from '../vouchers/vouchers-of.ts'
import {
  applyDecisions,
  acknowledge,
  addConfirmed,
  confirmImported,
  type Confirmed,
} from './decisions.ts'
import {
  bytesOf,
  extensionOf,
  refusalOf,
  sheetOf,
  takesTogetherByNumber,
  type Target,
} from './formats.ts'
import {
  finishFiles,
  makeFolder,
  writeFileFor,
  documentsIn,
  importedFolder,
  type Listed,
  lostIn,
  type Manifest,
} from './folder.ts'

/** The most vouchers per file. Larger files are slow to import, and it is hard to find a fault in them. */
const vouchersMax = 1_000

export type FolderDeps = {
  daybook: Pick<
    Daybook,
    'waiting' | 'acknowledge' | 'tell' | 'mappings' | 'decisions' | 'decided' | 'report'
  >
  folder: string
  target: Target
  /** Identifies the accounts in each key: the company's guid where it is known, so that the live bridge and files use the same keys. */
  install: string
  clock: Clock
  /** What the bridge reported of parts that wait. */
  told: ToldParts
}

/** `files` is empty when there was nothing to write. A program with several imports gets a file for each. */
export type Written = {
  files: string[]
  vouchers: number
  waiting: number
  /** Why web orders did not come. Absent where they came. */
  orders?: string
  confirmed: Confirmed
  /**
   * Manifests whose file is gone. Nobody will import that file, and Daybook does not write its documents again while the manifest exists.
   */
  lost: string[]
}

/**
 * Writes documents that wait in Daybook and are in no file yet, and confirms files that were imported. Writing a file acknowledges
 * nothing: a file is not an entry in the accounts. Throws AppError `unavailable` when Daybook does not answer.
 */
export async function writeWaiting(deps: FolderDeps): Promise<Written> {
  const { daybook, folder } = deps
  makeFolder(folder)
  await finishFiles(folder)
  const confirmed = await confirmImported(daybook, folder)
  addConfirmed(confirmed, await applyDecisions(deps))
  const collected = await collect(deps)
  for (const known of collected.known) await acknowledge(daybook, known)
  await tellNews(deps, collected.results)
  const { whole, waiting } = collected
  const files: string[] = []
  for (const [sheet, documents] of bySheet(whole, deps.target)) {
    files.push(await writeFile(deps, sheet, documents))
  }
  const vouchers = countVouchers(whole)
  const { orders } = collected
  const noOrders = orders !== undefined && { orders }
  return { files, vouchers, waiting, ...noOrders, confirmed, lost: lostIn(folder) }
}

async function tellNews({ daybook, told }: FolderDeps, results: readonly Result[]): Promise<void> {
  const news = newsIn(told, results)
  if (news.length === 0) return
  await daybook.tell(news)
  noteTold(told, news)
}

/** What `writeWaiting` would write and leave out. Writes and reports nothing. */
export async function preview(
  deps: FolderDeps,
): Promise<{ keyed: Keyed[]; results: Result[]; orders?: string }> {
  const { whole, results, orders } = await collect(deps)
  const noOrders = orders !== undefined && { orders }
  return { keyed: whole.flatMap(({ keyed }) => keyed), results, ...noOrders }
}

async function writeFile(
  { folder, target, clock }: FolderDeps,
  sheet: string,
  whole: readonly Whole[],
): Promise<string> {
  const keyed = whole.flatMap((one) => one.keyed)
  const bytes = await bytesOf(keyed, target)
  const madeAt = new Date(clock.now()).toISOString()
  const name = ['daybook', madeAt.replace(/[-:.Z]/g, ''), sheet].filter((part) => part !== '')
  const file = `${name.join('-')}.${extensionOf(target.format)}`
  await writeFileFor(folder, bytes, {
    version: 1,
    made_at: madeAt,
    format: target.format,
    file,
    sha256: Bun.SHA256.hash(bytes, 'hex'),
    vouchers: keyed.length,
    documents: whole.map(({ document }) => document),
  })
  return file
}

/** A document that can be written, with its vouchers. All of them belong to one sheet. */
type Whole = { document: Manifest['documents'][number]; keyed: Keyed[] }

function bySheet(whole: readonly Whole[], target: Target): Map<string, Whole[]> {
  const taken = new Set<string>()
  return Map.groupBy(whole, ({ keyed: [first] }) => {
    if (first === undefined) return ''
    const sheet = sheetOf(first.voucher, target)
    return takesTogetherByNumber(first.voucher, target)
      ? apart(sheet, first.voucher.reference, taken)
      : sheet
  })
}

/** The first file of a sheet, `bills`, `bills-2`, …, that has no voucher of this number yet. */
function apart(sheet: string, reference: string, taken: Set<string>): string {
  const number = reference.trim().toLowerCase()
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? sheet : [sheet, String(at)].filter((part) => part !== '').join('-')
    const subject = `${name}|${number}`
    if (taken.has(subject)) continue
    taken.add(subject)
    return name
  }
}

function countVouchers(whole: readonly Whole[]): number {
  return whole.reduce((sum, { keyed }) => sum + keyed.length, 0)
}

type Collected = {
  /** Why web orders did not come. */
  orders?: string
  whole: Whole[]
  results: Result[]
  /** Documents that were imported before and are listed again unchanged, as after a restore. They are acknowledged again. */
  known: Listed[]
  /** How many documents cannot be written yet. */
  waiting: number
}

async function collect({
  daybook,
  folder,
  target,
  install,
  clock,
}: FolderDeps): Promise<Collected> {
  const imported = documentsIn(join(folder, importedFolder))
  const mappings = await daybook.mappings()
  const today = dayInIndia(clock.now())
  const collected: Collected = { whole: [], results: [], known: [], waiting: 0 }
  const seen = new Set(documentsIn(folder).keys())
  const onRefused = (refusal: AppError) => {
    collected.orders = ordersRefused(refusal)
  }
  for await (const item of daybook.waiting(onRefused)) {
    const subject = `${item.kind}:${item.id}`
    if (seen.has(subject) || countVouchers(collected.whole) >= vouchersMax) continue
    seen.add(subject)
    const before = imported.get(subject)
    if (before === undefined) add(collected, item, madeOf(item, mappings, today, target), install)
    else if (before.revision === item.revision) collected.known.push(before)
    else add(collected, item, [changedSince(before)], install)
  }
  return collected
}

/** Takes a document only when all its parts can be written. */
function add(collected: Collected, item: Waiting, made: readonly Part[], install: string): void {
  const whole = made.flatMap(({ part, voucher, problems }) =>
    voucher === undefined || problems.length > 0 ? [] : [{ part, voucher }],
  )
  if (made.length > 0 && whole.length === made.length) {
    take(collected, item, whole, install)
    return
  }
  collected.waiting += 1
  collected.results.push(...made.flatMap((one) => resultOf(item, one)))
}

function take(
  { whole: all }: Collected,
  { kind, id, revision }: Waiting,
  whole: readonly { part: number; voucher: Voucher }[],
  install: string,
): void {
  all.push({
    document: { kind, id, revision },
    keyed: whole.map(({ part, voucher }) => ({ voucher, key: keyOf({ install, kind, id, part }) })),
  })
}

function madeOf({ delivered }: Waiting, mappings: Mappings, today: string, target: Target): Part[] {
  return vouchersOf(delivered, mappings, today).map((part) => ({
    ...part,
    problems: part.problems.length > 0 ? part.problems : refusalOf(part.voucher, target),
  }))
}

/** A file cannot change a voucher that is in the accounts. A person must. */
function changedSince({ file }: Listed): Part {
  const message = `It was imported with ${file} and changed since: change it in the books by hand.`
  return { part: 0, problems: [{ code: 'changed_since', field: '', message }] }
}

function resultOf({ kind, id, revision }: Waiting, { part, problems }: Part): Result[] {
  return problems.slice(0, 1).map((problem) => ({
    kind,
    id,
    part,
    ...(revision !== '' && { revision }),
    outcome: 'parked',
    ...cutToFit(problem),
  }))
}
