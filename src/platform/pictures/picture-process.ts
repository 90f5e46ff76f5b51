import { AppError } from '../errors.ts'
import { type ProcessLimits, startLimited } from '../limited-process.ts'

/** How many may wait for their turn: somebody leafs through a long statement, others look at their bills. */
const waitingMax = 40

/** The largest answer, in bytes: no picture that is drawn comes near. */
const answerBytesMax = 32 * 1024 * 1024

/** What the process answered, or how it ended without an answer. */
type PictureAnswer =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { ended: 'too slow' }
  | { ended: 'crashed'; complaint: string }

/** Starts `daybook picture`, one at a time. */
export type PictureProcess = {
  /** `passwords` may open a locked file. Throws AppError `unavailable` when the computer is too busy, and when Daybook stops. */
  ask(args: readonly string[], passwords: readonly string[]): Promise<PictureAnswer>
  /** Ends what is under way and what waits. */
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
    // Whoever lists the processes of a computer sees what they are told as arguments.
    stdin: passwords.length === 0 ? 'ignore' : new Blob([JSON.stringify(passwords)]),
    maxBuffer: answerBytesMax,
    limits,
    isPatient: false,
    signal,
  })
  const bytes = await child.stdout.bytes()
  const { exitCode, tookTooMuch, complaint } = await child.end()
  // By the clock alone it was not the file's doing: it is not remembered, and the next who asks has it drawn.
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
