import { AppError } from '../platform/errors.ts'
import { type Condition, isOpen } from './books.ts'
import type { Progress } from './bring-masters.ts'
import type { RoundDeps } from './round.ts'

/** Milliseconds between reports in a long round. Daybook calls a bridge silent after ten minutes without a report. */
const reportEveryMs = 60_000

/** Reports the accounts' condition to Daybook, and how many documents the last complete round could not enter. */
export async function report(deps: RoundDeps, condition: Condition): Promise<void> {
  const { books, daybook, clock, state } = deps
  state.reportedAt = clock.now()
  await daybook.report({
    ...condition,
    sentence: sentenceOf(condition, state),
    system: books.system,
    paired: books.company,
    waiting: state.waiting,
    at: new Date(clock.now()).toISOString(),
  })
}

/** The condition comes first. It stands alone when the accounts are closed: old news about names helps nobody then. */
function sentenceOf(
  condition: Condition,
  { reading, orders, names, stock }: RoundDeps['state'],
): string {
  const brought = isOpen(condition) ? [reading, orders, names, stock] : []
  return [condition.sentence, ...brought].filter((one) => one !== '').join(' ')
}

/** Milliseconds between progress reports while all masters are read. */
const progressEveryMs = 5_000

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

/** Whether an error says that the accounting system is running and does not answer. */
export function isSilent(error: unknown): error is AppError {
  return error instanceof AppError && error.details['health'] === 'silent'
}

/** Reports to Daybook without another request to the accounts. */
export async function reportSilent(deps: RoundDeps, { message }: AppError): Promise<void> {
  await report(deps, { health: 'silent', sentence: message })
}
