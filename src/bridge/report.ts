import { hostname } from 'node:os'
import { version } from '../platform/embedded.ts'
import { AppError } from '../platform/errors.ts'
import { type Condition, isOpen } from './books.ts'
import type { Progress } from './bring-masters.ts'
import type { RoundDeps } from './round.ts'

/** A long round reports in between, so often, in milliseconds: whoever is not heard of for ten minutes counts as silent. */
const reportEveryMs = 60_000

/** Characters that Daybook takes. */
const sentenceMax = 500

/** Tells Daybook how the books are, and how many could not be entered in the last whole round. */
export async function report(deps: RoundDeps, condition: Condition): Promise<void> {
  const { books, daybook, clock, state } = deps
  state.reportedAt = clock.now()
  await daybook.report({
    ...condition,
    sentence: sentenceOf(condition, state),
    system: books.system,
    paired: books.company,
    version,
    machine: hostname(),
    waiting: state.waiting,
    at: new Date(clock.now()).toISOString(),
  })
}

/** How the books are comes first, and alone what keeps everything out: whether names came earlier helps nobody then. */
function sentenceOf(
  condition: Condition,
  { reading, orders, names, stock }: RoundDeps['state'],
): string {
  const brought = isOpen(condition) ? [reading, orders, names, stock] : []
  return [condition.sentence, ...brought]
    .filter((one) => one !== '')
    .join(' ')
    .slice(0, sentenceMax)
}

/** While all masters are read whoever looks on sees it go on, in milliseconds. */
const progressEveryMs = 5_000

/** Tells how far the reading of all masters came. */
export async function reportProgress(
  deps: RoundDeps,
  condition: Condition,
  { kind, read, of }: Progress,
): Promise<void> {
  const ofThem = of === undefined ? '' : ` of about ${count(of)}`
  deps.state.reading = `It reads what the books hold: ${count(read)}${ofThem} ${kindWords[kind]} so far.`
  if (deps.clock.now() < deps.state.reportedAt + progressEveryMs) return
  await report(deps, condition)
}

const kindWords: Readonly<Record<Progress['kind'], string>> = {
  ledger: 'ledgers',
  item: 'stock items',
  unit: 'units',
  godown: 'godowns',
  voucher_type: 'types of vouchers',
}

function count(value: number): string {
  return value.toLocaleString('en-IN')
}

export async function reportInBetween(deps: RoundDeps, condition: Condition): Promise<void> {
  if (deps.clock.now() < deps.state.reportedAt + reportEveryMs) return
  await report(deps, condition)
}

/** Whether an error says that somebody is there, and does not answer. */
export function isSilent(error: unknown): error is AppError {
  return error instanceof AppError && error.details['health'] === 'silent'
}

/** Tells Daybook without asking the books once more. */
export async function reportSilent(deps: RoundDeps, { message }: AppError): Promise<void> {
  await report(deps, { health: 'silent', sentence: message })
}
