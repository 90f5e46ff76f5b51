import type { Log } from '../../../../platform/log.ts'
import type { ReadProcess } from '../../../../reader/pages/read-process.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import { readAnswer, type ReadingAnswer, type ReadingContext } from '../../../../reader/answer.ts'

/** What the process answered, or how it ended without an answer. */
export type Asked = ReadingAnswer | { ended: 'too slow' | 'too much memory' | 'crashed' }

export type Asking = {
  context: ReadingContext
  onPage: (page: number, pages: number) => void
  signal: AbortSignal
  log: Log
}

/** Has a file read by a process of its own. */
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

/** What is no answer comes from a process that a file has taken over: it counts as broken. */
function answerIn(text: string, log: Log): Asked {
  try {
    return readAnswer(text)
  } catch (error) {
    log.warn("The reader's answer was refused.", { error })
    return { ended: 'crashed' }
  }
}
