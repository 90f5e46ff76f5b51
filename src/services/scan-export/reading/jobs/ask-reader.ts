import type { Log } from '../../../../platform/log.ts'
import type { ReadProcess } from '../../../../reader/pages/read-process.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import { readAnswer, type ReadingAnswer, type ReadingContext } from '../../../../reader/answer.ts'

/** The answer of the reader process, or how the process ended without one. */
export type Asked = ReadingAnswer | { ended: 'too slow' | 'too much memory' | 'crashed' }

export type Asking = {
  context: ReadingContext
  onPage: (page: number, pages: number) => void
  signal: AbortSignal
  log: Log
}

/** Reads a file in a separate process. */
export async function askReader(
  process: ReadProcess,
  file: string,
  { context, onPage, signal, log }: Asking,
): Promise<Asked> {
  const said = await process.read(file, JSON.stringify(context), onPage, signal)
  return 'text' in said ? answerIn(said.text, log) : said
}

/** Why a file could not be read, as a sentence for a clerk. */
export function whyUnread(asked: Exclude<Asked, { documents: unknown }>): string {
  return 'reason' in asked ? asked.reason : problems[asked.ended]
}

/** A malformed answer means that a file has taken over the process. It counts as a crash. */
function answerIn(text: string, log: Log): Asked {
  try {
    return readAnswer(text)
  } catch (error) {
    log.warn("The reader's answer was refused.", { error })
    return { ended: 'crashed' }
  }
}
