import { AppError } from '../errors.ts'
import { startLimited } from '../limited-process.ts'

/** How many may wait for their turn: somebody leafs through a long statement, others look at their bills. */
const waitingMax = 40

/** The largest answer, in bytes: no picture that is drawn comes near. */
const answerBytesMax = 32 * 1024 * 1024

/** How much of what it complains of is noted, in characters. */
const complaintMax = 500

/** What the process answered, or how it ended without an answer. */
type PictureAnswer =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { ended: 'too slow' }
  | { ended: 'crashed'; complaint: string }

/** Starts `daybook picture`, one at a time. */
export type PictureProcess = {
  /** `passwords` may open a locked file. Throws AppError `unavailable` when too many wait, and when Daybook stops. */
  ask(args: readonly string[], passwords: readonly string[]): Promise<PictureAnswer>
  /** Ends what is under way and what waits. */
  stop(): Promise<void>
}

/** `limitMs`: when a process is ended that has not answered, in milliseconds. */
export function pictureProcess(limitMs: number): PictureProcess {
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
      const turn = last.then(() => answerOf(args, passwords, limitMs, stopping.signal))
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
  limitMs: number,
  signal: AbortSignal,
): Promise<PictureAnswer> {
  if (signal.aborted) throw busy()
  const child = startLimited({
    args: ['picture', ...args],
    // Whoever lists the processes of a computer sees what they are told as arguments.
    stdin: passwords.length === 0 ? 'ignore' : new Blob([JSON.stringify(passwords)]),
    maxBuffer: answerBytesMax,
    limitMs,
    isPatient: false,
    signal,
  })
  const [bytes, complaint] = await Promise.all([child.stdout.bytes(), child.stderr.text()])
  const { exitCode, isTooSlow } = await child.end()
  if (signal.aborted) throw busy()
  if (isTooSlow) return { ended: 'too slow' }
  if (exitCode === 0 && bytes.length > 0) return { bytes: new Uint8Array(bytes) }
  return { ended: 'crashed', complaint: complaint.slice(0, complaintMax) }
}

function busy(): AppError {
  return new AppError('unavailable', 'Too many pages are being drawn. Try again in a moment.')
}
