import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { review } from '../../../src/reader/judge.ts'
import type { ReadDocument, ReadFile, ReadValue } from '../../../src/reader/page.ts'
import type { Care } from '../../../src/reader/sureness.ts'
import { type ReadingContext, readDocuments } from '../../../src/reader/read-documents.ts'
import { isDate } from './compare.ts'
import { ownShop } from './compose/parties.ts'
import type { Answer } from './score.ts'
import type { TruthDocument } from './truth.ts'

/** The day of reading of papers without a date. */
const anyDay = '2026-11-22'

/** A shop reads a paper some days after its date. */
const daysLater = 10

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** The day on which a shop reads a file, yyyy-mm-dd. */
export function dayOfReading(documents: readonly TruthDocument[]): string {
  const days = documents.flatMap(({ head }) =>
    Object.entries(head)
      .filter(([key]) => isDate(key) && key !== 'due_date')
      .map(([, day]) => String(day)),
  )
  const last = days.toSorted().at(-1)
  if (last === undefined) return anyDay
  return new Date(Date.parse(last) + daysLater * millisecondsPerDay).toISOString().slice(0, 10)
}

type Context = ReadingContext & {
  readonly vendorNames: string[]
  habits: SellerHabits[]
  readonly care: Care
}

/** What the reader and the judge know before a file is read. */
export function contextOf(habits: SellerHabits[], today = anyDay, care: Care = 'usual'): Context {
  const { gstin: ownGstin, name: ownName } = ownShop
  return { ownGstin, ownName, vendorNames: [], today, habits, care }
}

export function answersOf(file: ReadFile, context: Context): Answer[] {
  return readDocuments(file, context).map((document) => answerOf(document, context))
}

function answerOf(document: ReadDocument, context: Context): Answer {
  const { status, doubts } = review(document, context)
  return {
    kind: document.kind,
    head: textsOf(document.head),
    lines: document.lines.map(textsOf),
    doubts: doubts.map(({ key, line, message }) => ({
      key,
      ...(line !== undefined && { line }),
      message,
    })),
    isDelivered: status === 'successful',
  }
}

function textsOf(values: Readonly<Record<string, ReadValue>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
