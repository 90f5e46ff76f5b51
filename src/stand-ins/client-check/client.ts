import { spawn, spawnSync } from 'node:child_process'
import { AppError, hasCode } from '../../platform/errors.ts'
import { sleep } from '../../platform/time.ts'

/** The tested client: how to run it, and how to kill it. */
export type Client = {
  /** The most rounds of one scenario. */
  roundsMax: number
  /** Runs one round. It ends at `limit` at the latest. A client on its own schedule ends at `over`. */
  round(over: AbortSignal, limit: AbortSignal): Promise<void>
  /** Kills the client while it works. `gone`: its connection has ended. */
  kill(gone: Promise<void>): Promise<void>
}

/** Enough rounds for a client that takes one page or one document in each. */
const roundsMax = 10

/** How long a round lasts before the next one is triggered, in milliseconds. */
const triggerEveryMs = 15_000

type CommandOptions = {
  /** Additional environment variables. */
  env?: Record<string, string>
  /** Whether the command's error output is shown. */
  stderr?: 'inherit' | 'ignore'
}

/** A command that makes one round and ends. */
export function commandClient(command: string, options: CommandOptions = {}): Client {
  let end: (() => void) | undefined
  return {
    roundsMax,
    async round(_over, limit) {
      const { ended, kill } = startCommand(command, options)
      end = kill
      limit.addEventListener('abort', kill)
      await ended
      limit.removeEventListener('abort', kill)
      end = undefined
    },
    async kill(gone) {
      end?.()
      await gone
    },
  }
}

/**
 * A client that makes a round whenever somebody posts to an address. A round throws AppError `unavailable` if nothing has ever
 * answered there.
 */
export function triggeredClient(
  url: string,
  restart: Client['kill'],
  everyMs = triggerEveryMs,
): Client {
  let hasAnswered = false
  return {
    roundsMax,
    async round(over, limit) {
      const problem = await post(url, limit)
      // Later the client may be starting again after a scenario killed it.
      if (problem !== undefined && !hasAnswered) throw new AppError('unavailable', problem)
      hasAnswered = true
      await sleep(everyMs, AbortSignal.any([over, limit]))
    },
    kill: restart,
  }
}

/** Posts to the address. Returns why that failed. The content of the answer does not matter. */
async function post(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { method: 'POST', signal })
    await answer.arrayBuffer()
    return undefined
  } catch (error) {
    if (signal.aborted) return undefined
    return `Nothing answers at ${url}: ${error instanceof Error ? error.message : ''}`
  }
}

/** A client that works on its own schedule. */
export function scheduledClient(restart: Client['kill']): Client {
  return {
    roundsMax: 1,
    async round(over, limit) {
      const isOver = AbortSignal.any([over, limit])
      if (isOver.aborted) return
      await new Promise<void>((resolve) =>
        isOver.addEventListener('abort', () => resolve(), { once: true }),
      )
    },
    kill: restart,
  }
}

/** Runs a command to its end; what it prints goes to this program's stderr. */
export async function runCommand(command: string): Promise<void> {
  await startCommand(command).ended
}

/** What a command prints to stdout. Throws AppError `unavailable` where it fails: what it printed then tells nothing. */
export function outputOf(command: string): string {
  const { status, stdout } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return stdout
  throw new AppError('unavailable', `${command} failed: what is booked is not known.`)
}

function startCommand(
  command: string,
  { env, stderr = 'inherit' }: CommandOptions = {},
): { ended: Promise<void>; kill(): void } {
  const isWindows = process.platform === 'win32'
  // A group of its own: the shell is not all that is to be killed.
  const child = spawn(command, {
    shell: true,
    detached: !isWindows,
    windowsHide: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', stderr],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  return {
    ended,
    kill() {
      const { pid } = child
      if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
      else killGroup(pid)
    },
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    // It ended by itself at this moment.
    if (!hasCode(error, ['ESRCH'])) throw error
  }
}
