import type { Log } from '../log.ts'
import { startLimited } from '../limited-process.ts'
import { tookTooMuch } from '../process-guard.ts'
import { answerOf, complaintOf } from './process-output.ts'

/** How long one page may take, in milliseconds; the first also starts the engines. */
const pageMs = 60_000

/**
 * What a process that reads is started with besides: JavaScriptCore lets garbage grow with the memory that it thinks there is,
 * and counts the engines' own (measured on a faxed bill: 690 MB without, 366 MB with it); and it compiles what runs for a second
 * as if it ran for hours, which takes 0.3 s of a page's three.
 */
export const readingEnvironment = {
  BUN_JSC_forceRAMSize: String(256 * 1024 * 1024),
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: String(200_000),
} as const

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
      const child = startLimited({
        args: ['read', file],
        stdin: new Blob([context]),
        env: readingEnvironment,
        limitMs,
        isPatient: true,
        signal,
      })
      const hear = (page: number, pages: number) => {
        child.renew()
        onPage(page, pages)
      }
      const [text, complaint] = await Promise.all([
        answerOf(child.stdout, hear),
        complaintOf(child.stderr),
      ])
      const { exitCode, isTooSlow } = await child.end()
      if (exitCode === 0 && text !== undefined) return { text }
      const isTooLarge = complaint.includes(tookTooMuch)
      const ended = isTooSlow ? 'too slow' : isTooLarge ? 'too much memory' : 'crashed'
      if (!signal.aborted) {
        log.warn('A document was not read.', { ended, exitCode, complaint })
      }
      return { ended }
    },
  }
}
