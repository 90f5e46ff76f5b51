import { constants, setPriority } from 'node:os'
import { ownProgram } from './own-program.ts'

/**
 * The limits of a process before it ends or makes progress, in milliseconds. Processor time decides, so a busy computer, or one that slept,
 * refuses nothing that another one accepts. The clock limit is for a process that waits for ever. `processorInAllMs` is for a process that
 * makes progress endlessly.
 */
export type ProcessLimits = { processorMs: number; clockMs: number; processorInAllMs?: number }

type Options = {
  /** The command of Daybook, and its arguments. */
  args: readonly string[]
  stdin: Blob | 'ignore' | 'pipe'
  /** Environment variables, beside the few that are always passed on. */
  env?: Record<string, string>
  /** The most bytes of output. More output ends the process. */
  maxBuffer?: number
  limits: ProcessLimits
  /** True when nobody waits for its answer: others get the processor first. */
  isPatient: boolean
  signal: AbortSignal
}

/**
 * The system's variables that a program needs. Nothing else of the server's environment may reach a process that a hostile file could take
 * over.
 */
const passedOn = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'] as const

const startedByName = 'DAYBOOK_STARTED_BY'
const limitNames = {
  processorMs: 'DAYBOOK_PROCESSOR_MS',
  processorInAllMs: 'DAYBOOK_PROCESSOR_IN_ALL_MS',
  clockMs: 'DAYBOOK_CLOCK_MS',
} as const

/** The last line on stderr of a process that exceeded its limits. */
export const tookTooMuch = 'The process took too much memory.'
export const tookTooLong = 'The process took too much time of the processor.'

/** How much of the beginning and of the end of its stderr is kept, in characters each. */
const complaintMax = 500

/** How a process ended: by itself with a code, or because it exceeded a limit. `complaint` is its stderr. */
export type Ended = {
  exitCode: number
  tookTooMuch: 'processor' | 'clock' | 'memory' | undefined
  complaint: string
}

/**
 * Starts Daybook again, for a file that may be hostile. The new process is killed after too long without a sign of life by the clock. It
 * ends itself when it takes too much memory or processor time, and when this process is gone (see process-guard.ts).
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
    // No weaker signal ends a process that is busy.
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
    /** Sends text, where its `stdin` is a pipe. Text for an ended process is lost. */
    tell(text: string): void {
      if (typeof child.stdin !== 'object') return
      void child.stdin.write(text)
      Promise.resolve(child.stdin.flush()).catch(() => undefined)
    },
    /** Restarts its clock limit. The process itself restarts its processor limit. */
    renew: () => void limit.refresh(),
    /** Lets this process end first, even if the other hangs. */
    forget: () => child.unref(),
    /** How the process ended, once it has. */
    async end(): Promise<Ended> {
      const [exitCode, complaint] = await Promise.all([child.exited, complaining])
      clearTimeout(limit)
      return { exitCode, tookTooMuch: isOverdue ? 'clock' : excessIn(complaint), complaint }
    },
  }
}

/** The beginning and the end of a process's stderr: a file that has taken the process over may print much. */
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
 * Called at once, while the process has one thread, because new threads inherit the priority. Linux changes only one thread later, and the
 * others, which compile the engines, took both cores from the server.
 */
function letOthersGoFirst(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process is gone already, or the system has no priorities: then it runs as any other.
  }
}

/** The environment variables that such a process receives. */
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

/** The limits of this process. Endless when the starter gave none. */
export function ownLimits(): Required<ProcessLimits> {
  const limit = (name: keyof ProcessLimits) => Number(process.env[limitNames[name]] ?? Infinity)
  return {
    processorMs: limit('processorMs'),
    clockMs: limit('clockMs'),
    processorInAllMs: limit('processorInAllMs'),
  }
}

/** The id of the process that started this one, even when that has ended since. */
export function startedBy(): number {
  return Number(process.env[startedByName] ?? process.ppid)
}
