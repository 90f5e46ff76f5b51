import { constants, setPriority } from 'node:os'
import { ownProgram } from './own-program.ts'

/**
 * What a process may take before it ends or gets on, in milliseconds. Time of the processor decides: a busy computer, or one that
 * slept, refuses nothing that another one takes. The clock is there for a process that waits for ever. `processorInAllMs` is
 * for one that gets on again and again.
 */
export type ProcessLimits = { processorMs: number; clockMs: number; processorInAllMs?: number }

type Options = {
  /** The command of Daybook, and what it is told. */
  args: readonly string[]
  stdin: Blob | 'ignore' | 'pipe'
  /** Variables of its environment, besides the few that are passed on. */
  env?: Record<string, string>
  /** Bytes of its output; more end it. */
  maxBuffer?: number
  limits: ProcessLimits
  /** Whether nobody waits for its answer at this moment: others go first where they want the processor too. */
  isPatient: boolean
  signal: AbortSignal
}

/** What a program needs of its system. Whatever else the server was given is no business of one that a file may take over. */
const passedOn = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'] as const

const startedByName = 'DAYBOOK_STARTED_BY'
const limitNames = {
  processorMs: 'DAYBOOK_PROCESSOR_MS',
  processorInAllMs: 'DAYBOOK_PROCESSOR_IN_ALL_MS',
  clockMs: 'DAYBOOK_CLOCK_MS',
} as const

/** What a process that took too much says last on stderr. */
export const tookTooMuch = 'The process took too much memory.'
export const tookTooLong = 'The process took too much time of the processor.'

/** How much is kept of the beginning of what it complains of, and of its end, in characters each. */
const complaintMax = 500

/** How a process ended: by itself with a code, or because it took too much of something. `complaint` is what it said on stderr. */
export type Ended = {
  exitCode: number
  tookTooMuch: 'processor' | 'clock' | 'memory' | undefined
  complaint: string
}

/**
 * Daybook once more, for a file that may be made to do harm: it is ended when nothing was heard of it for too long by the clock.
 * It ends itself when it takes too much memory or time of the processor, and when this process is gone (see process-guard.ts).
 */
export function startLimited({ args, stdin, env, maxBuffer, limits, isPatient, signal }: Options) {
  const child = Bun.spawn([...ownProgram(), ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: {
      ...environmentOf(process.env),
      ...limitVariables(limits),
      ...env,
    },
    ...(maxBuffer !== undefined && { maxBuffer }),
    // Nothing less ends it while it is at work.
    killSignal: 'SIGKILL',
    windowsHide: true,
    signal,
  })
  if (isPatient) letOthersGoFirst(child.pid)
  const complaining = complaintOf(child.stderr)
  let isOverdue = false
  const limit = setTimeout(() => {
    isOverdue = true
    child.kill('SIGKILL')
  }, limits.clockMs)
  return {
    pid: child.pid,
    stdout: child.stdout,
    /** Tells it something, where its `stdin` is a pipe. What is told to one that has ended is lost. */
    tell(text: string): void {
      if (typeof child.stdin !== 'object') return
      void child.stdin.write(text)
      Promise.resolve(child.stdin.flush()).catch(() => undefined)
    },
    /** Gives it its time by the clock anew: that of the processor it gives itself. */
    renew: () => void limit.refresh(),
    /** This process may end before it, however it hangs. */
    forget: () => child.unref(),
    /** How it ended, once it has. */
    async end(): Promise<Ended> {
      const [exitCode, complaint] = await Promise.all([child.exited, complaining])
      clearTimeout(limit)
      return { exitCode, tookTooMuch: isOverdue ? 'clock' : excessIn(complaint), complaint }
    },
  }
}

/** The beginning and the end of what a process says on stderr: a file that has taken it over may say much. */
export async function complaintOf(
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  let said = ''
  for await (const piece of stderr.pipeThrough(new TextDecoderStream())) {
    said += piece
    if (said.length > 2 * complaintMax) {
      said = said.slice(0, complaintMax) + said.slice(-complaintMax)
    }
  }
  return said
}

function excessIn(complaint: string): Ended['tookTooMuch'] {
  if (complaint.includes(tookTooMuch)) return 'memory'
  return complaint.includes(tookTooLong) ? 'processor' : undefined
}

/**
 * At once, while it has one thread: those that it starts are then the same. Linux changes only one thread later, and the
 * others, which compile the engines, took both cores from the server.
 */
function letOthersGoFirst(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is gone already, or its system has no such thing: then it is as any other.
  }
}

/** What such a process is told of the environment of this one. */
export function environmentOf(own: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const passed = passedOn.map((name) => [name, own[name]])
  return { ...Object.fromEntries(passed), [startedByName]: String(process.pid) }
}

function limitVariables({ processorMs, clockMs, processorInAllMs = Infinity }: ProcessLimits) {
  return {
    [limitNames.processorMs]: String(processorMs),
    [limitNames.clockMs]: String(clockMs),
    [limitNames.processorInAllMs]: String(processorInAllMs),
  }
}

/** What this process may take; no end where whoever started it did not say so. */
export function ownLimits(): Required<ProcessLimits> {
  const limit = (name: keyof ProcessLimits) => Number(process.env[limitNames[name]] ?? Infinity)
  return {
    processorMs: limit('processorMs'),
    clockMs: limit('clockMs'),
    processorInAllMs: limit('processorInAllMs'),
  }
}

/** The process that started this one, by its id: also when it has ended since. */
export function startedBy(): number {
  return Number(process.env[startedByName] ?? process.ppid)
}
