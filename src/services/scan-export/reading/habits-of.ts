import { readGstin } from '../checks/values.ts'
import type { ReadFile } from './page.ts'
import { readDocuments, type ReadingContext } from './read-documents.ts'
import { isSame } from './fuse.ts'
import { judge } from './judge.ts'
import type { Habit } from './habits/habit.ts'
import { habitsIn } from './head/learn-habits.ts'
import { pagePhrases } from './habits/page-phrases.ts'

/** What a file teaches whose first document says this, by canonical key: only what is not read by itself. */
export function habitsOf(
  file: ReadFile,
  confirmed: Readonly<Record<string, string>>,
  context: ReadingContext,
): Habit[] {
  const gstin = readGstin(confirmed['gstin'] ?? '')
  const [document] = readDocuments(file, context)
  if (gstin === undefined || document === undefined) return []
  const doubted = new Set(judge(document, context).map(({ key }) => key))
  const wished = Object.entries(confirmed).filter(([key, text]) => {
    const read = document.head[key]?.text
    return read === undefined || doubted.has(key) || !isSame(key, read, text)
  })
  const paper = { category: document.category, gstin }
  return habitsIn(pagePhrases(file.pages), paper, Object.fromEntries(wished))
}

/** The newer one of each field of each seller. */
export function mergeHabits(before: readonly Habit[], newer: readonly Habit[]): Habit[] {
  const all = new Map([...before, ...newer].map((one) => [`${one.gstin} ${one.key}`, one]))
  return [...all.values()]
}
