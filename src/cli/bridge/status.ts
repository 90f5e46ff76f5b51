import type { Command } from 'commander'
import type { Company } from '../../bridge/books.ts'
import { readFilesPairing } from '../../bridge/files/folder.ts'
import { fold, type Step } from '../../bridge/journal/fold.ts'
import type { Journal, PartId } from '../../bridge/journal/journal.ts'
import { namesSentence, readBroughtNames, tryNames } from '../../bridge/names/bring-names.ts'
import type { OpenBridge } from '../../bridge/open.ts'
import { readPairing } from '../../bridge/pairing.ts'
import { readBroughtStock, stockSentence, tryStock } from '../../bridge/stock/bring-stock.ts'
import { showFiles } from './files.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand, openPaired } from './options.ts'
import { printResult } from '../command.ts'
import { AppError } from '../../platform/errors.ts'
import { toRupees } from '../../platform/money.ts'

/** The most obstacles to print. */
const shownMax = 100

/** The last steps of parts that are not entered. */
const inTheWay = [
  'intent',
  'answered',
  'unknown',
  'submitting',
  'rejected',
  'parked',
  'already_present',
  'removed',
  'retry',
] as const satisfies Step[]

const inTheBooks = ['verified', 'acked', 'settled'] as const satisfies Step[]

export function statusCommand(): Command {
  return bridgeSubcommand(
    'status',
    'say how the books are, what went in, and what waits and why',
    'daybook bridge status',
  ).action(showStatus)
}

async function showStatus(options: BridgeOptions): Promise<void> {
  const files = await readFilesPairing(bridgeFolder(options))
  if (files !== undefined) return showFiles(options, files)
  using bridge = await openPaired(options)
  const { health, sentence } = await bridge.books.health()
  const entered = bridge.journal.endingIn(inTheBooks).length
  const waiting = bridge.journal.endingIn(inTheWay)
  const shown = waiting.slice(0, shownMax).map((part) => waitingOf(bridge.journal, part))
  const { company, daybook, books } = await readPairing(bridgeFolder(options))
  const brought = broughtSoFar(bridge)
  const result = {
    company,
    daybook,
    books,
    health,
    sentence,
    entered,
    waiting: waiting.length,
    parts: shown,
    ...brought.result,
  }
  printResult(options, result, [
    `${nameOf(company)}, at ${books}; Daybook at ${daybook}`,
    sentence,
    `${entered} in the books, ${waiting.length} not${waiting.length === 0 ? '.' : ':'}`,
    ...shown.map(lineOf),
    ...brought.lines,
  ])
}

function nameOf({ name, booksFrom }: Company): string {
  return booksFrom === '' ? name : `${name}, books from ${booksFrom}`
}

function waitingOf(journal: Journal, { subject, part }: PartId) {
  const { step, attempts, trouble, lastAt } = fold(journal.linesOf({ subject, part }))
  return {
    id: subject.replace(/^(scan|order):/, ''),
    subject,
    part,
    row: rowOf(journal, { subject, part }),
    step,
    attempts,
    code: trouble?.code ?? null,
    field: trouble?.field ?? '',
    message: trouble?.message ?? '',
    last_at: new Date(lastAt).toISOString(),
  }
}

/** A statement's row, from 1. null for a document with a single part. */
function rowOf(journal: Journal, { subject, part }: PartId): number | null {
  return journal.partsOf(subject).length > 1 ? part + 1 : null
}

function lineOf({ subject, row, step, code, message }: ReturnType<typeof waitingOf>): string {
  const where = row === null ? subject : `${subject} row ${row}`
  return `  ${where}  ${code ?? step}  ${message}`.trimEnd()
}

/** What the bridge has sent to Daybook so far, and when: for `status`. */
function broughtSoFar({ brings, folder }: Pick<OpenBridge, 'brings' | 'folder'>) {
  const names = brings.names ? readBroughtNames(folder) : undefined
  const stock = brings.stock === undefined ? undefined : readBroughtStock(folder)
  const hasNames = names !== undefined && names.at > 0
  return {
    result: {
      ...(hasNames && {
        names: {
          at: timeOf(names.at),
          sellers: Object.keys(names.vendors).length,
          items: Object.keys(names.products).length,
          made: names.made,
          spellings: names.added,
          left: names.left,
        },
      }),
      ...(stock && {
        stock: {
          at: timeOf(stock.at),
          articles: stock.known,
          changed: stock.changed,
          refused: stock.refused,
          not_in_storefront: stock.unknownNames,
          unclear: stock.unclearNames,
        },
      }),
    },
    lines: [
      ...(hasNames && namesSentence(names) !== ''
        ? [`${namesSentence(names)} (${timeOf(names.at)})`]
        : []),
      ...(stock ? [`${stockSentence(stock)} (${timeOf(stock.at)})`] : []),
      ...listed('not in the storefront', stock?.unknownNames ?? []),
      ...listed('cannot be told', stock?.unclearNames ?? []),
    ],
  }
}

/** What the next round would send to Daybook, or why it cannot: for `run --dry-run`. */
export async function wouldBring(bridge: OpenBridge) {
  const { brings, daybook } = bridge
  const { scans, storefront } = daybook
  const { health } = await bridge.books.health()
  if (health !== 'ready' && health !== 'educational') return { result: {}, lines: [] }
  const mappings = await daybook.mappings()
  const names = await foundOrProblem(async () =>
    brings.names ? await tryNames({ ...bridge, api: scans, mappings }) : [],
  )
  const lines = names.found.map(({ kind, name, isNew, aliases }) =>
    [`${kind}  ${isNew ? '+ ' : ''}${name}`, ...aliases.map((alias) => `+ ${alias}`)].join('  '),
  )
  const [result, shown] = [{ names: names.found }, [...lines, ...names.problems]]
  const { stock: choice } = brings
  if (choice === undefined || storefront === undefined) return { result, lines: shown }
  const updates = await foundOrProblem(
    async () => await tryStock({ ...bridge, api: storefront, mappings, choice }),
  )
  const stock = updates.found.map(({ price, ...update }) => {
    return { ...update, ...(price !== undefined && { price: toRupees(price) }) }
  })
  return {
    result: { ...result, stock },
    lines: [...shown, ...stock.map(stockLine), ...updates.problems],
  }
}

/** A failure of one part does not hide the others. */
async function foundOrProblem<Found>(
  work: () => Promise<Found[]>,
): Promise<{ found: Found[]; problems: string[] }> {
  try {
    return { found: await work(), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { found: [], problems: [error.message] }
  }
}

function stockLine({ sku, quantity, price }: { sku: string; quantity?: number; price?: number }) {
  return [
    `stock  ${sku}`,
    ...(quantity === undefined ? [] : [`${quantity}`]),
    ...(price === undefined ? [] : [`at ${price.toFixed(2)}`]),
  ].join('  ')
}

function listed(what: string, names: readonly string[]): string[] {
  return names.map((name) => `  ${name}: ${what}`)
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
