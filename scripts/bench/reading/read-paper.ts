import { program, runForJson } from '../processes.ts'
import type { Answer } from './score.ts'

export type ReadingInput = { path: string; password: string; careful: boolean }

/** What was read of a file, and the processor's time for it, in seconds. */
export type Reading = { answers: Answer[]; isPicture: boolean; pages: number; seconds: number }

/**
 * Reads a file as the server does: a picture of which something is doubtful is read once more, by the larger model, and the
 * reading with fewer doubts counts. Throws Error when it cannot be read.
 */
export async function readPaper(path: string, password = ''): Promise<Reading> {
  const first = await readOnce({ path, password, careful: false })
  if (doubtsOf(first) === 0 || !first.isPicture) return first
  const second = await readOnce({ path, password, careful: true })
  const better = doubtsOf(second) < doubtsOf(first) ? second : first
  return { ...better, seconds: first.seconds + second.seconds }
}

async function readOnce(input: ReadingInput): Promise<Reading> {
  return await runForJson<Reading>(program('reading/reader.ts'), input)
}

function doubtsOf({ answers }: Reading): number {
  return answers.reduce((sum, { doubts }) => sum + doubts.length, 0)
}
