import type { Habit } from '../../../src/services/scan-export/reading/habits/habit.ts'
import { program, runForJson } from '../processes.ts'
import type { Answer } from './score.ts'

export type ReadingInput = {
  path: string
  password?: string | undefined
  /** What is known of the seller. */
  habits?: readonly Habit[]
  /** What a person confirmed of the first document's head, by canonical key: the file teaches what it can. */
  confirmed?: Readonly<Record<string, string>>
}

/** What was read of a file, what it teaches, and the processor's time for reading it, in seconds. */
export type Reading = { answers: Answer[]; habits: Habit[]; pages: number; seconds: number }

/** Reads a file as the server does: in a process of its own. Throws Error when it cannot be read. */
export async function readPaper(input: ReadingInput): Promise<Reading> {
  return await runForJson<Reading>(program('reading/reader.ts'), input)
}
