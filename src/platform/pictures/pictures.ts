import { AppError } from '../errors.ts'
import { imageKind } from '../files/images.ts'
import { type ProcessLimits, startLimited } from '../limited-process.ts'
import type { Log } from '../log.ts'
import type { Pages, Problem } from './draw.ts'

/** The most waiting requests: somebody leafs through a long statement while others look at their bills. */
const waitingMax = 40

/** The largest answer, in bytes: no drawn picture comes near. */
const answerBytesMax = 32 * 1024 * 1024

/**
 * The limits for one page: a large photo takes a slow computer a few seconds. The clock limit is shorter than a connection may be silent.
 */
const drawingLimits: ProcessLimits = { processorMs: 20_000, clockMs: 4 * 60_000 }

/** The width of the first page when its file is opened, in pixels: as shown beside a form. */
const firstWidth = 1200

/** How long a page that failed is not tried again, in milliseconds: the failure may have had another cause. */
const refusedMs = 10 * 60_000

const lineFeed = 0x0a

/** Memory for drawn pages, in bytes: enough for the pages that a few people look at now. */
const keptBytesMax = 24 * 1024 * 1024

/** The pages of a file, or why they cannot be shown. */
type Measured = Pages | { problem: Problem }

/** A stored file. `hash` is that of its bytes. `passwords` is called when the file is locked. */
export type PicturedFile = {
  hash: string
  path: string
  passwords?: () => Promise<readonly string[]>
}

/**
 * Pages of PDFs and photos as pictures. A file from elsewhere may be hostile, so a separate process reads each, one at a time, and is
 * killed when it takes too long.
 */
export type Pictures = {
  /** Throws AppError `unavailable` when too many requests wait. */
  measure(file: PicturedFile): Promise<Measured>
  /**
   * A page (from 1) as a JPEG or WebP, at most `width` pixels across. Throws AppError `invalid_request` for a file or a page that
   * cannot be shown, `unavailable`.
   */
  draw(file: PicturedFile, page: number, width: number): Promise<Uint8Array<ArrayBuffer>>
  /** Ends running work. */
  stop(): Promise<void>
}

type Bytes = Uint8Array<ArrayBuffer>

export function pictures(
  log: Log,
  process: PictureProcess = pictureProcess(drawingLimits),
  triedAgainMs: number = refusedMs,
): Pictures {
  const kept = keptWithin(keptBytesMax)
  const ask = async (
    key: string,
    args: readonly string[],
    passwords: readonly string[],
  ): Promise<Bytes> => {
    const answer = await process.ask(args, passwords)
    if ('bytes' in answer) return answer.bytes
    log.warn('A page of a document was not drawn.', { args, ...answer })
    setTimeout(() => {
      kept.forget(key)
    }, triedAgainMs).unref()
    const problem: Problem = answer.ended === 'too slow' ? 'too slow' : 'broken'
    return new TextEncoder().encode(JSON.stringify({ problem }))
  }
  const made = (key: string, args: readonly string[], passwords: readonly string[]) =>
    kept.get(key, () => ask(key, args, passwords))
  /** A locked file is tried again with the passwords that may open it. */
  const unlocked = async (
    { passwords }: PicturedFile,
    key: readonly (string | number)[],
    args: readonly string[],
  ): Promise<Bytes> => {
    const bytes = await made(key.join(' '), args, [])
    if (!isLocked(bytes)) return bytes
    const known = (await passwords?.()) ?? []
    if (known.length === 0) return bytes
    return await made(JSON.stringify([key, known]), args, known)
  }
  /** One pass over a file counts its pages and draws the first: people see that one first. */
  const look = async (file: PicturedFile) =>
    splitLook(await unlocked(file, [file.hash], [file.path, '0', String(firstWidth)]))
  return {
    stop: process.stop,
    async measure(file) {
      const measured: Measured = JSON.parse((await look(file)).told)
      return measured
    },
    async draw(file, page, width) {
      const args = [file.path, String(page), String(width)]
      const isFirst = page === 1 && width === firstWidth
      const bytes = isFirst
        ? (await look(file)).picture
        : await unlocked(file, [file.hash, page, width], args)
      if (imageKind(bytes) !== undefined) return bytes
      throw new AppError('invalid_request', 'This page cannot be shown: download the file.')
    },
  }
}

const locked = new TextEncoder().encode(JSON.stringify({ problem: 'password' }))

function isLocked(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes, locked) === 0
}

/** A line of JSON, followed by the picture of the first page, if any. */
function splitLook(bytes: Uint8Array<ArrayBuffer>) {
  const end = bytes.indexOf(lineFeed)
  const at = end < 0 ? bytes.length : end
  return { told: new TextDecoder().decode(bytes.subarray(0, at)), picture: bytes.subarray(at + 1) }
}

/** The process's answer, or how it ended without one. */
type PictureAnswer =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { ended: 'too slow' }
  | { ended: 'crashed'; complaint: string }

/** Starts `daybook picture`, one at a time. */
export type PictureProcess = {
  /** `passwords` may open a locked file. Throws AppError `unavailable` when the computer is too busy, and when Daybook stops. */
  ask(args: readonly string[], passwords: readonly string[]): Promise<PictureAnswer>
  /** Ends running and waiting work. */
  stop(): Promise<void>
}

export function pictureProcess(limits: ProcessLimits): PictureProcess {
  const stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async stop() {
      stopping.abort()
      await last
    },
    async ask(args, passwords) {
      if (waiting >= waitingMax) throw busy()
      waiting++
      const turn = last.then(() => answerOf(args, passwords, limits, stopping.signal))
      last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        waiting--
      }
    },
  }
}

async function answerOf(
  args: readonly string[],
  passwords: readonly string[],
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<PictureAnswer> {
  if (signal.aborted) throw busy()
  const child = startLimited({
    args: ['picture', ...args],
    // Passwords go through stdin: every user can list the arguments of a computer's processes.
    stdin: passwords.length === 0 ? 'ignore' : new Blob([JSON.stringify(passwords)]),
    maxBuffer: answerBytesMax,
    limits,
    isPatient: false,
    signal,
  })
  const bytes = await child.stdout.bytes()
  const { exitCode, tookTooMuch, complaint } = await child.end()
  // When only the clock ran out, the file is not to blame: nothing is remembered, and the next request draws it.
  if (signal.aborted || tookTooMuch === 'clock') throw busy()
  if (tookTooMuch === 'processor') return { ended: 'too slow' }
  if (exitCode === 0 && bytes.length > 0) return { bytes: new Uint8Array(bytes) }
  return { ended: 'crashed', complaint }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'The computer is too busy to draw this page. Try again in a moment.',
  )
}

/** Results by key, as long as there is room: the least recently used one is dropped first. */
type Kept = {
  /** Makes a missing result once for all simultaneous callers. A failure is not kept. */
  get(key: string, make: () => Promise<Bytes>): Promise<Bytes>
  /** Drops a result, so that it is made anew. */
  forget(key: string): void
}

function keptWithin(bytesMax: number): Kept {
  const kept = new Map<string, Bytes>()
  const underWay = new Map<string, Promise<Bytes>>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, made: Bytes) => {
    drop(key)
    kept.set(key, made)
    bytes += made.length
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) return
      drop(oldest)
    }
  }
  return {
    async get(key, make) {
      const known = kept.get(key)
      const made = known ?? (await (underWay.get(key) ?? begin(key, make)))
      keep(key, made)
      return made
    },
    forget: drop,
  }

  async function begin(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const making = make()
    underWay.set(key, making)
    try {
      return await making
    } finally {
      underWay.delete(key)
    }
  }
}
