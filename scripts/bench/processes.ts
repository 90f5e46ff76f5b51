import { readFileSync, closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './figures.ts'

/** Linux counts processor time in units of 1/100 s (source: sysconf(_SC_CLK_TCK), the same on every current machine). */
const clockTicksPerSecond = 100

/** A listening server. `await using` stops it. */
export type Running = AsyncDisposable & {
  url: string
  pid: number
  /** Resident memory, in MB. */
  residentMb(): number
  /** Processor time used so far, in seconds. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** A program that answers lines of JSON with lines of JSON. `await using` stops it. */
export type Partner = AsyncDisposable & {
  pid: number
  say(value: unknown): void
  hear<T>(): Promise<T>
  stop(): Promise<void>
}

/** Starts a server whose first line says where it listens, as JSON: `{ "url": … }`. */
export async function startServer(
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<Running & Partner> {
  const partner = startPartner(command, env)
  const { url } = await partner.hear<{ url: string }>()
  return {
    ...partner,
    url,
    residentMb: () => residentMb(partner.pid),
    cpuSeconds: () => cpuSeconds(partner.pid),
  }
}

export function startPartner(
  command: readonly string[],
  env: Record<string, string> = {},
): Partner {
  const child = Bun.spawn([...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines = linesOf(child.stdout)
  const stop = async () => {
    child.kill()
    await child.exited
  }
  return {
    pid: child.pid,
    say(value) {
      void child.stdin.write(`${JSON.stringify(value)}\n`)
      void child.stdin.flush()
    },
    async hear<T>() {
      const { value, done } = await lines.next()
      if (done === true) throw new Error(`${command.join(' ')} ended without an answer`)
      const answer: T = JSON.parse(value)
      return answer
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The built executable on a data directory. */
export function serveCommand(executable: string, root: string): string[] {
  return [executable, 'serve', '--json', '--port', '0', '--data', root]
}

/** The command of a program in this folder, with the same Bun. */
export function program(file: string, ...args: string[]): string[] {
  return [process.execPath, `${import.meta.dir}/${file}`, ...args]
}

/** Runs a program to its end and reads the JSON that it prints. `input` is sent to it as JSON. */
export async function runForJson<T>(
  command: readonly string[],
  input?: unknown,
  env: Record<string, string> = {},
): Promise<T> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdin: new Blob([JSON.stringify(input ?? null)]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(errors.trim() || out.trim() || `${command.join(' ')}: ${code}`)
  const result: T = JSON.parse(out)
  return result
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kib === undefined) throw new Error('This system does not tell how much memory is resident.')
  return (Number(kib) * 1024) / 1_000_000
}

/** Processor time of all threads, in user and system mode (source: proc(5), fields 14 and 15 of stat). */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) / clockTicksPerSecond
}

const flushes = 200

/** How long this disk takes to write and flush 4 KiB, in milliseconds. It overwrites the same place, as in a reused log. */
export function flushMs(path: string): number {
  const file = openSync(path, 'w')
  const page = new Uint8Array(4096)
  const times = Array.from({ length: flushes }, () => {
    const started = performance.now()
    writeSync(file, page, 0, page.length, 0)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
}

/** The environment that makes each flush of a program 5 ms longer. Throws if that is impossible. */
export async function slowDisk(library: string): Promise<Record<string, string>> {
  const compiler = Bun.which('cc')
  if (process.platform !== 'linux' || compiler === null) {
    throw new Error('a slow disk is made with LD_PRELOAD and a C compiler (cc), on Linux')
  }
  const source = join(import.meta.dir, 'slow-disk.c')
  const compile = Bun.spawn([compiler, '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  if ((await compile.exited) !== 0) throw new Error('slow-disk.c does not compile')
  return { LD_PRELOAD: library }
}
