import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import { startLimited } from '../limited-process.ts'
import type { Log } from '../log.ts'
import { archiveLine, type ArchiveLine, type ArchiveOrder } from './order.ts'

/** How long one document may take, in milliseconds: 32 MiB, written and read back, over a slow network. */
const documentMs = 120_000

/** How long to wait for a process that was killed, in milliseconds: a process that hangs in a system call ends only with that call. */
const endMs = 3_000

/**
 * Works in the archive in a separate process (`daybook write-archive`), one at a time: the folder may be a network drive that hangs, and
 * then only that process hangs.
 */
export type ArchiveProcess = {
  /** `hear` receives each line. Throws AppError `unavailable` when the folder does not answer. */
  carryOut(
    order: ArchiveOrder,
    hear: (line: ArchiveLine) => void,
    signal: AbortSignal,
  ): Promise<void>
}

type Limits = { documentMs: number; endMs: number }

export function archiveProcess(log: Log, limits: Limits = { documentMs, endMs }): ArchiveProcess {
  /** A killed process that has not ended yet. */
  let hanging: Promise<unknown> | undefined
  return {
    async carryOut(order, hear, signal) {
      // Starting a process with an aborted signal would throw an error that is nobody's fault.
      if (signal.aborted) return
      const path = order.task === 'name' ? order.path : order.place.path
      if (hanging !== undefined) throw noAnswer(path)
      const run = startRun(order, { hear, signal, limits, log })
      const ended = await Promise.race([run.ended, run.givenUp])
      if (ended === 'given up') {
        hanging = run.ended
          .catch(() => undefined)
          .finally(() => {
            hanging = undefined
          })
      }
      if (ended === 'well' || signal.aborted) return
      if (ended === 'broken') {
        throw new AppError('unavailable', 'The archive was not written: the log says why.')
      }
      throw noAnswer(path)
    },
  }
}

type Watched = {
  hear: (line: ArchiveLine) => void
  signal: AbortSignal
  limits: Limits
  log: Log
}

/** `givenUp` resolves when the killed process has not ended. */
function startRun(order: ArchiveOrder, { hear, signal, limits, log }: Watched) {
  const child = startLimited({
    args: ['write-archive'],
    stdin: new Blob([JSON.stringify(order)]),
    limits: { processorMs: limits.documentMs, clockMs: limits.documentMs },
    isPatient: true,
    signal,
  })
  const givingUp = Promise.withResolvers<'given up'>()
  const giveUp = () => {
    child.forget()
    givingUp.resolve('given up')
  }
  let stopping: Timer | undefined
  const timer = setTimeout(giveUp, limits.documentMs + limits.endMs)
  const stopped = () => void (stopping = setTimeout(giveUp, limits.endMs))
  signal.addEventListener('abort', stopped)
  const work = async (): Promise<'well' | 'too slow' | 'broken'> => {
    for await (const line of linesOf(child.stdout)) {
      child.renew()
      timer.refresh()
      hear(line)
    }
    const { exitCode, tookTooMuch, complaint } = await child.end()
    if (exitCode === 0 || signal.aborted) return 'well'
    if (tookTooMuch === 'clock') return 'too slow'
    log.warn('What writes the archive ended.', { exitCode, tookTooMuch, complaint })
    return 'broken'
  }
  const ended = work().finally(() => {
    clearTimeout(timer)
    clearTimeout(stopping)
    signal.removeEventListener('abort', stopped)
  })
  return { ended, givenUp: givingUp.promise }
}

async function* linesOf(stdout: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = ''
  for await (const piece of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield Value.Parse(archiveLine, JSON.parse(line))
  }
}

function noAnswer(path: string): AppError {
  return new AppError(
    'unavailable',
    `${path} does not answer: look that its disk is plugged in, or that the network drive is on.`,
  )
}
