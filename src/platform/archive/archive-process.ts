import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import { startLimited } from '../limited-process.ts'
import type { Log } from '../log.ts'

/** The parts of one document for the archive. */
const archivedDocument = Type.Object({
  id: Type.String(),
  /** The folder of its month: `2026-11`. */
  month: Type.String(),
  /** The name of its files, without an extension. */
  name: Type.String(),
  /** Starts at 1, and grows by one each time its facts are written anew. */
  version: Type.Integer({ minimum: 1 }),
  /** The original in Daybook's store. Null without one, or when the archive has it already. */
  original: Type.Union([
    Type.Null(),
    Type.Object({
      path: Type.String(),
      sha256: Type.String(),
      ending: Type.String(),
      /** Whether the rest is written when the original is damaged or missing in the store. */
      mayLack: Type.Boolean(),
    }),
  ]),
  /** The page with the document's content, as HTML. */
  page: Type.String(),
  /** Its line in the index, without the names of the files: these are filled in here. */
  cells: Type.Array(Type.String()),
})

export type ArchivedDocument = Static<typeof archivedDocument>

/** An archive: its folder, and what its marker file says (see write-archive.ts). */
const archivePlace = Type.Object({ path: Type.String(), id: Type.String() })

export type ArchivePlace = Static<typeof archivePlace>

const ownFolders = Type.Object({ dataRoot: Type.String(), others: Type.Array(Type.String()) })

/**
 * The job of the archive process (`daybook write-archive`), as JSON. `own`: folders that an archive may not be, contain or lie in.
 * `columns`: the header of the index.
 */
export const archiveOrder = Type.Union([
  Type.Object({
    task: Type.Literal('name'),
    path: Type.String(),
    own: ownFolders,
    /**
     * The shop that owns the archive, and the archive's id unless it has one already. A shop is identified by the time of its set-up,
     * because its name may change.
     */
    shop: Type.String(),
    since: Type.Number(),
    newId: Type.String(),
    /** Only checks whether the folder could be an archive. */
    isTry: Type.Boolean(),
  }),
  Type.Object({
    task: Type.Literal('write'),
    /** The lock held while working: two processes would write lines twice. */
    lock: Type.String(),
    place: archivePlace,
    own: ownFolders,
    columns: Type.Array(Type.String()),
    documents: Type.Array(archivedDocument),
  }),
])

export type ArchiveOrder = Static<typeof archiveOrder>

/** A line of its answer. `path` of a document: the path of its page, below the archive, with slashes. */
const archiveLine = Type.Union([
  Type.Object({ named: archivePlace }),
  Type.Object({ written: Type.String(), path: Type.String() }),
  /** What keeps one document out of the archive, or all of them (`id` null). */
  Type.Object({ id: Type.Union([Type.String(), Type.Null()]), problem: Type.String() }),
  /** Another process of the same Daybook is at work. */
  Type.Object({ busy: Type.Literal(true) }),
  /** A sign of life: the caller may wait longer. */
  Type.Object({ alive: Type.Literal(true) }),
])

export type ArchiveLine = Static<typeof archiveLine>

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
