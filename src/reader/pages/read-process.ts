import type { Log } from '../../platform/log.ts'
import { type Ended, type ProcessLimits, startLimited } from '../../platform/limited-process.ts'

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

/* The output of a process that reads a file. A hostile file may have taken over the process: Daybook limits its time and its output. */

/** The most characters of an answer. A statement of 50 pages has a tenth of this. */
const answerCharactersMax = 32 * 1024 * 1024

type Output = ReadableStream<Uint8Array<ArrayBuffer>>

/** The lines that report progress: the start of a page, or the next step of a page. */
export const stepLine = 'step'
export const pageLine = (page: number, pages: number) => `page ${page} of ${pages}`

/** The steps of a page that count as progress. A full page has about sixty. A page with more must finish soon after these. */
const stepsMax = 100

/** Called once for each page, in order, and for a limited number of steps between pages. */
type Listener = { onPage(page: number, pages: number): void; onStep(): void }

/** The last line that is not progress. Undefined if that line is too long. */
export async function answerOf(
  stdout: Output,
  { onPage, onStep }: Listener,
): Promise<string | undefined> {
  let answer: string | undefined
  let lastPage = 0
  let steps = 0
  const hear = (line: string): void => {
    if (line === stepLine) {
      if (++steps <= stepsMax) onStep()
      return
    }
    const progress = progressOf(line)
    if (progress === undefined) {
      answer = line
      return
    }
    const [page, pages] = progress
    if (page <= lastPage) return
    lastPage = page
    steps = 0
    onPage(page, pages)
  }
  let rest = ''
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > answerCharactersMax) return undefined
    for (const line of lines) hear(line)
  }
  if (rest !== '') hear(rest)
  return answer
}

/** Parses `page 2 of 5`. Undefined for any other line. No readable file has a page number of three digits. */
function progressOf(line: string): [page: number, pages: number] | undefined {
  const [, page, pages] = /^page (\d{1,2}) of (\d{1,2})$/.exec(line) ?? []
  return page === undefined ? undefined : [Number(page), Number(pages)]
}
