import { ownProgram } from './own-program.ts'

type Options = {
  /** The command of Daybook, and what it is told. */
  args: readonly string[]
  stdin: Blob | 'ignore'
  env?: Record<string, string | undefined>
  /** Bytes of its output; more end it. */
  maxBuffer?: number
  /** When it is ended that has not come to its end, in milliseconds. */
  limitMs: number
  signal: AbortSignal
}

/** Daybook once more, for a file that may be made to do harm: it is ended when it takes too long. */
export function startLimited({ args, stdin, env, maxBuffer, limitMs, signal }: Options) {
  const child = Bun.spawn([...ownProgram(), ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    ...(env !== undefined && { env }),
    ...(maxBuffer !== undefined && { maxBuffer }),
    // Nothing less ends it while it is at work.
    killSignal: 'SIGKILL',
    windowsHide: true,
    signal,
  })
  let isTooSlow = false
  const limit = setTimeout(() => {
    isTooSlow = true
    child.kill('SIGKILL')
  }, limitMs)
  return {
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
