import type { Log } from '../../platform/log.ts'
import { type Ended, type ProcessLimits, startLimited } from '../../platform/limited-process.ts'
import { answerOf } from './process-output.ts'

/** Time limits of a step of a page (most take a tenth of a second, those that load an engine one second) and of a whole file. */
const usualLimits: ProcessLimits = {
  processorMs: 60_000,
  processorInAllMs: 60 * 60_000,
  clockMs: 10 * 60_000,
}

/**
 * Environment of a reading process. JavaScriptCore lets garbage grow with the memory that it believes is there, and
 * counts the engines' memory (a faxed bill: 690 MB without, 366 MB with it). It also optimises code after one second
 * as if the process ran for hours, which costs 0.3 s of a page's three.
 */
export const readingEnvironment = {
  BUN_JSC_forceRAMSize: String(256 * 1024 * 1024),
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: String(200_000),
} as const

/** The answer as JSON, or why the process ended without an answer. */
export type Reading = { text: string } | { ended: 'too slow' | 'too much memory' | 'crashed' }

/**
 * Reads files that may be hostile, each in a process of its own (`daybook read`). A process that makes no progress is
 * ended. `context` is its input, as JSON. `onPage` reports the page being read.
 */
export type ReadProcess = {
  read(
    file: string,
    context: string,
    onPage: (page: number, pages: number) => void,
    signal: AbortSignal,
  ): Promise<Reading>
}

export function readProcess(log: Log, limits: ProcessLimits = usualLimits): ReadProcess {
  return {
    async read(file, context, onPage, signal) {
      const child = startLimited({
        args: ['read', file],
        stdin: new Blob([context]),
        env: readingEnvironment,
        limits,
        isPatient: true,
        signal,
      })
      const listener = {
        onStep: child.renew,
        onPage(page: number, pages: number) {
          child.renew()
          onPage(page, pages)
        },
      }
      const text = await answerOf(child.stdout, listener)
      const { exitCode, tookTooMuch, complaint } = await child.end()
      if (exitCode === 0 && text !== undefined) return { text }
      const ended = endings[tookTooMuch ?? 'nothing']
      if (!signal.aborted) {
        log.warn('A document was not read.', { ended, tookTooMuch, exitCode, complaint })
      }
      return { ended }
    },
  }
}

const endings = {
  memory: 'too much memory',
  processor: 'too slow',
  clock: 'too slow',
  nothing: 'crashed',
} as const satisfies Record<NonNullable<Ended['tookTooMuch']> | 'nothing', string>
