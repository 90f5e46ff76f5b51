import type { Log } from '../log.ts'
import { ownProgram } from '../own-program.ts'
import { readingEnvironment, tookTooMuch } from './memory-guard.ts'

/** How long one page may take, in milliseconds; the first also starts the engines. */
const pageMs = 60_000

/** Characters of the answer: a statement of 50 pages has a tenth of it. */
const answerCharactersMax = 32 * 1024 * 1024

/** How much of what it complains of is noted, in characters. */
const complaintMax = 500

/** What the process answered, as JSON, or how it ended without an answer. */
type Reading = { text: string } | { ended: 'too slow' | 'too much memory' | 'crashed' }

/**
 * Reads files that may be made to do harm: each in a process of its own (`daybook read`), which is ended when a page takes
 * too long. `context` is what it is told, as JSON; `onPage` hears which page is being read.
 */
export type ReadProcess = {
  read(
    file: string,
    context: string,
    onPage: (page: number, pages: number) => void,
    signal: AbortSignal,
  ): Promise<Reading>
}

/** `limitMs`: how long a page may take. */
export function readProcess(log: Log, limitMs: number = pageMs): ReadProcess {
  return {
    async read(file, context, onPage, signal) {
      const child = Bun.spawn([...ownProgram(), 'read', file], {
        stdio: [new Blob([context]), 'pipe', 'pipe'],
        env: { ...process.env, ...readingEnvironment },
        // Nothing less ends it while it is at work.
        killSignal: 'SIGKILL',
        windowsHide: true,
        signal,
      })
      let isTooSlow = false
      const limit = setTimeout(() => {
        isTooSlow = true
        child.kill('SIGKILL')
      }, limitMs)
      const hear = (line: string): string | undefined => {
        const progress = progressOf(line)
        if (progress === undefined) return line
        limit.refresh()
        onPage(...progress)
        return undefined
      }
      const read = [answerOf(child.stdout, hear), child.stderr.text()] as const
      const [text, complaint] = await Promise.all(read)
      const exitCode = await child.exited
      clearTimeout(limit)
      if (exitCode === 0 && text !== undefined) return { text }
      const isTooLarge = complaint.includes(tookTooMuch)
      const ended = isTooSlow ? 'too slow' : isTooLarge ? 'too much memory' : 'crashed'
      if (!signal.aborted) {
        log.warn('A document was not read.', {
          ended,
          exitCode,
          complaint: complaint.slice(0, complaintMax),
        })
      }
      return { ended }
    },
  }
}

/** The last line that is no progress. */
async function answerOf(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (line: string) => string | undefined,
): Promise<string | undefined> {
  let answer: string | undefined
  let rest = ''
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > answerCharactersMax) return undefined
    for (const line of lines) answer = hear(line) ?? answer
  }
  return rest === '' ? answer : (hear(rest) ?? answer)
}

/** `page 2 of 5`; undefined for any other line. */
function progressOf(line: string): [page: number, pages: number] | undefined {
  const [, page, pages] = /^page (\d{1,5}) of (\d{1,5})$/.exec(line) ?? []
  return page === undefined ? undefined : [Number(page), Number(pages)]
}
