import type { Command } from 'commander'
import type { Company } from '../../bridge/books.ts'
import { readFilesPairing } from '../../bridge/files/folder.ts'
import { fold, type Step } from '../../bridge/journal/fold.ts'
import type { Journal, PartId } from '../../bridge/journal/journal.ts'

import { openBridge } from '../../bridge/open.ts'
import { readPairing } from '../../bridge/pairing.ts'
import { silentLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult } from '../command.ts'
import { showFiles } from './files.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './folder.ts'
import { broughtSoFar } from './show-brings.ts'

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
  const folder = bridgeFolder(options)
  const files = await readFilesPairing(folder)
  if (files !== undefined) return showFiles(options, files)
  const pairing = await readPairing(folder)
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: silentLog })
  const { health, sentence } = await bridge.books.health()
  const entered = bridge.journal.endingIn(inTheBooks).length
  const waiting = bridge.journal.endingIn(inTheWay)
  const shown = waiting.slice(0, shownMax).map((part) => waitingOf(bridge.journal, part))
  const { company, daybook, books } = pairing
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
