import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstLine } from '../../src/platform/own-program.ts'

const root = join(import.meta.dir, '../..')

/** A server that does not listen within this time never will, even in Wine on a busy machine. Milliseconds. */
const listenLimitMs = 60_000

/** How long a server may take to stop after it is asked to, in milliseconds. */
const endLimitMs = 60_000

/** How Daybook is started: the built executable when there is one, else the source tree. */
export function daybookCommand(fromSource: boolean): string[] {
  const built = join(root, 'dist', process.platform === 'win32' ? 'daybook.exe' : 'daybook')
  const executable = process.env['DAYBOOK_EXECUTABLE'] ?? (existsSync(built) ? built : undefined)
  if (fromSource || executable === undefined) return [process.execPath, join(root, 'src/main.ts')]
  return [executable]
}

/**
 * Ports below those that systems give to outgoing connections. Among those, a client that tries a dead server's port can be connected to
 * itself, and the server cannot get its port back.
 */
const ports = { least: 20_000, most: 32_000 }

/** A port that is free now, and that the system gives to nobody later. */
export function freePort(): number {
  for (;;) {
    const port = ports.least + Math.floor(Math.random() * (ports.most - ports.least))
    if (isFree(port)) return port
  }
}

export function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data: () => undefined } }).stop(true)
    return true
  } catch {
    return false
  }
}

/** `killed`: this loop killed the process on purpose. */
export type Ended = { code: number; stdout: string; stderr: string; killed: boolean }

/** All processes that the loop started. None may outlive the loop. */
export type Processes = {
  /** Also ends a process that other code started. */
  track<T extends Child>(child: T): T
  /** Runs a command to its end. With `killAfterMs`, kills the command after that time. */
  run(command: readonly string[], options?: RunOptions): Promise<Ended>
  startServer(command: readonly string[], logFile: string): Server
  startClient(command: readonly string[]): Client
  killAll(): Promise<void>
}

type RunOptions = { stdin?: string; killAfterMs?: number | undefined }

export type Server = {
  pid: number
  /** Resolves with the first line that the process prints. Rejects if the process ends before, or takes too long. */
  listening(): Promise<string>
  isListening(): boolean
  /** The exit code of a process that ended by itself. */
  endedByItself(): number | undefined
  kill(): Promise<void>
  /** Stops the process as an operator does. Returns its exit code. */
  stop(): Promise<number>
}

export type Client = { stop(): void; ended: Promise<Ended>; isRunning(): boolean }

type Child = Bun.Subprocess

export function processes(): Processes {
  const running = new Set<Child>()
  const ending = new AbortController()
  const track = <T extends Child>(child: T): T => {
    running.add(child)
    // This process started while the loop was ending all processes.
    if (ending.signal.aborted) child.kill('SIGKILL')
    void child.exited.then(() => running.delete(child))
    return child
  }
  return {
    track,
    async run(command, options = {}) {
      const ended = await runToEnd(command, options, track)
      return ending.signal.aborted ? { ...ended, killed: true } : ended
    },
    startServer: (command, logFile) => startServer(command, logFile, track),
    startClient: (command) => startClient(command, track),
    async killAll() {
      ending.abort()
      const left = [...running]
      for (const child of left) child.kill('SIGKILL')
      await Promise.all(left.map((child) => child.exited))
    },
  }
}

type Track = <T extends Child>(child: T) => T

async function runToEnd(
  command: readonly string[],
  { stdin = '', killAfterMs }: RunOptions,
  track: Track,
): Promise<Ended> {
  const child = track(
    Bun.spawn([...command], { stdin: new Blob([stdin]), stdout: 'pipe', stderr: 'pipe' }),
  )
  let killed = false
  const timer =
    killAfterMs === undefined
      ? undefined
      : setTimeout(() => {
          killed = true
          child.kill('SIGKILL')
        }, killAfterMs)
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  clearTimeout(timer)
  return { code, stdout, stderr, killed }
}

function startServer(command: readonly string[], logFile: string, track: Track): Server {
  const child = track(Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }))
  let listens = false
  let asked = false
  const listening = firstLine(child.stdout).then(
    (line) => {
      listens = true
      return line
    },
    async (error: unknown) => {
      throw new Error(`The server ended with ${await child.exited}.`, { cause: error })
    },
  )
  // Whoever kills it does not wait for it to listen.
  listening.catch(() => undefined)
  void child.stderr.text().then((text) => appendFileSync(logFile, text))
  return {
    pid: child.pid,
    listening: () => withLimit(listening, listenLimitMs, 'The server did not listen in time.'),
    isListening: () => listens,
    endedByItself: () => (asked ? undefined : (child.exitCode ?? undefined)),
    async kill() {
      asked = true
      child.kill('SIGKILL')
      await child.exited
    },
    async stop() {
      asked = true
      // Windows has no SIGTERM. This stops the process as Ctrl+C does.
      child.kill('SIGINT')
      return await withLimit(child.exited, endLimitMs, 'The server did not stop when asked to.')
    },
  }
}

function startClient(command: readonly string[], track: Track): Client {
  const child = track(Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }))
  const ended = Promise.all([child.exited, child.stdout.text(), child.stderr.text()]).then(
    ([code, stdout, stderr]) => ({ code, stdout, stderr, killed: false }),
  )
  return { stop: () => child.kill('SIGTERM'), ended, isRunning: () => child.exitCode === null }
}

/** Rejects with the message if the work takes longer. */
export async function withLimit<T>(work: Promise<T>, limitMs: number, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
