import { readingEnvironment } from '../../../src/reader/pages/read-process.ts'
import type { RawDocument } from '../../../src/paper/rules/normalise.ts'
import type { SellerHabits } from '../../../src/reader/habits/habit.ts'
import { program, runForJson } from '../processes.ts'
import type { Answer } from './score.ts'

export type ReadingInput = {
  path: string
  password?: string | undefined
  /** What is known of the seller. */
  habits?: SellerHabits | undefined
  /** The first document as a person saved it: the file teaches what it can. */
  confirmed?: RawDocument
}

/** What was read of a file, and what is known of its seller after it. */
export type Reading = { answers: Answer[]; habits?: SellerHabits | undefined } & Work

/** What a file took. */
export type Work = {
  pages: number
  /** Of pictures: lines with unsure letters are read a second time, which takes longer. */
  linesReadAgain: number
  /** Of the processor. */
  seconds: number
}

/** Reads a file as the server does: in a process of its own. Throws Error when it cannot be read. */
export async function readPaper(input: ReadingInput): Promise<Reading> {
  return await runForJson<Reading>(program('reading/reader.ts'), input, readingEnvironment)
}
