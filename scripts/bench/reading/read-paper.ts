import { program, runForJson } from '../processes.ts'
import type { Answer } from './score.ts'

export type ReadingInput = { path: string; password: string }

/** What was read of a file, and the processor's time for it, in seconds. */
export type Reading = { answers: Answer[]; pages: number; seconds: number }

/** Reads a file as the server does: in a process of its own. Throws Error when it cannot be read. */
export async function readPaper(path: string, password = ''): Promise<Reading> {
  const input: ReadingInput = { path, password }
  return await runForJson<Reading>(program('reading/reader.ts'), input)
}
