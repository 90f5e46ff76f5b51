import { readingEnvironment } from '../../../src/reader/pages/read-process.ts'
import type { RawDocument } from '../../../src/paper/rules/normalise.ts'
import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { program, runForJson } from '../processes.ts'
import type { Answer } from './score.ts'

export type ReadingInput = {
  path: string
  password?: string | undefined
  /** The day of reading, yyyy-mm-dd. */
  today?: string
  /** What Daybook knows about the seller. */
  habits?: SellerHabits | undefined
  /** The first document as a person saved it. Daybook learns from it. */
  confirmed?: RawDocument
}

/** The documents that were read, and what Daybook knows about the seller afterwards. */
export type Reading = { answers: Answer[]; habits?: SellerHabits | undefined } & Work

/** What reading a file cost. */
export type Work = {
  pages: number
  /** Pictures only: whether lines with unsure letters were read a second time, which takes longer. */
  linesReadAgain: number
  /** Processor time. */
  seconds: number
}

/** Reads a file as the server does: in a process of its own. Throws Error when it cannot be read. */
export async function readPaper(input: ReadingInput): Promise<Reading> {
  return await runForJson<Reading>(program('reading/reader.ts'), input, readingEnvironment)
}
