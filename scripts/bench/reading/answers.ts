import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { review } from '../../../src/reader/judge.ts'
import type { ReadDocument, ReadFile, ReadValue } from '../../../src/reader/page.ts'
import { type ReadingContext, readDocuments } from '../../../src/reader/read-documents.ts'
import { ownShop } from './compose/parties.ts'
import type { Answer } from './score.ts'

/** The day of reading. The papers are from the fourteen months before. */
const today = '2026-11-22'

type Context = ReadingContext & { readonly vendorNames: string[]; habits: SellerHabits[] }

/** What the reader and the judge know before a file is read. */
export function contextOf(habits: SellerHabits[]): Context {
  return { ownGstin: ownShop.gstin, ownName: ownShop.name, vendorNames: [], today, habits }
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
    doubts: doubts.map(({ key, line }) => ({ key, ...(line !== undefined && { line }) })),
    isDelivered: status === 'successful',
  }
}

function textsOf(values: Readonly<Record<string, ReadValue>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text]))
}
