import { constants, setPriority } from 'node:os'
import { ownProgram } from './own-program.ts'

type Options = {
  /** The command of Daybook, and what it is told. */
  args: readonly string[]
  stdin: Blob | 'ignore'
  /** Variables of its environment, besides the few that are passed on. */
  env?: Record<string, string>
  /** Bytes of its output; more end it. */
  maxBuffer?: number
  /** When it is ended that has not come to its end, in milliseconds. */
  limitMs: number
  /** Whether nobody waits for its answer at this moment: others go first where they want the processor too. */
  isPatient: boolean
  signal: AbortSignal
}

/** What a program needs of its system. Whatever else the server was given is no business of one that a file may take over. */
const passedOn = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'] as const

const startedByName = 'DAYBOOK_STARTED_BY'
const limitName = 'DAYBOOK_LIMIT_MS'

/**
 * Daybook once more, for a file that may be made to do harm: it is ended when it takes too long, and ends by itself when this
 * process is gone (see process-guard.ts).
 */
export function startLimited({ args, stdin, env, maxBuffer, limitMs, isPatient, signal }: Options) {
  const child = Bun.spawn([...ownProgram(), ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: { ...environmentOf(process.env), [limitName]: String(limitMs), ...env },
    ...(maxBuffer !== undefined && { maxBuffer }),
    // Nothing less ends it while it is at work.
    killSignal: 'SIGKILL',
    windowsHide: true,
    signal,
  })
  if (isPatient) letOthersGoFirst(child.pid)
  let isTooSlow = false
  const limit = setTimeout(() => {
    isTooSlow = true
    child.kill('SIGKILL')
  }, limitMs)
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    /** Gives it its time anew. */
    renew: () => void limit.refresh(),
    /** How it ended, once it has. */
    async end(): Promise<{ exitCode: number; isTooSlow: boolean }> {
      const exitCode = await child.exited
      clearTimeout(limit)
      return { exitCode, isTooSlow }
    },
  }
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

/** For how long who started this one waits for it, or for its next page, in milliseconds; no end where it was not said. */
export function waitedForMs(): number {
  return Number(process.env[limitName] ?? Infinity)
}

/** The process that started this one, by its id: also when it has ended since. */
export function startedBy(): number {
  return Number(process.env[startedByName] ?? process.ppid)
}
