import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Presets, SingleBar } from 'cli-progress'
import { checkedNewPassword } from '../accounts/sessions/passwords.ts'
import type { Step, WatchStep } from '../platform/backup/archive.ts'
import { AppError } from '../platform/errors.ts'

/** Shorter work shows no bar. */
const shownAfterMs = 1000

const labels: Record<Step, string> = { write: 'Writing', check: 'Checking' }

/** What asks a program to end: Ctrl+C, the system, a closed window and, on Windows, Ctrl+Break. */
const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']

/**
 * How long the same Ctrl+C may come once more, in milliseconds: to what `bun run` or npm started it comes from the terminal
 * and from them. Whoever presses it again after that does not want to wait.
 */
const sameSignalMs = 1000

export const passwordOption = [
  '--password-stdin',
  'read the password from standard input; a terminal asks for it',
] as const

export type ProgressBar = {
  /** How much is done, in the unit of the total. */
  update(done: number): void
  stop(): void
}

/** A bar on stderr for work that takes longer than a second; nothing where stderr is not a terminal. */
export function progressBar(label: string, total: number): ProgressBar {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const started = performance.now()
  let bar: SingleBar | undefined
  return {
    update(done) {
      if (bar === undefined && performance.now() - started > shownAfterMs)
        bar = startBar(label, total)
      bar?.update(Math.min(done, total))
    },
    stop: () => bar?.stop(),
  }
}

function startBar(label: string, total: number): SingleBar {
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage}%  {eta_formatted} left`, stream: process.stderr },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return bar
}

/** Shows how far long work is, and lets Ctrl+C end it in good order: it then fails with `stopped` as its sentence. */
export async function watched<T>(
  stopped: string,
  work: (watchStep: WatchStep) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort(new AppError('unavailable', `Stopped. ${stopped}`))
  let bar: ProgressBar | undefined
  const listening = onStopSignal(abort)
  try {
    return await work((step, totalBytes) => {
      bar?.stop()
      const shown = progressBar(labels[step], totalBytes)
      bar = shown
      return { signal: stop.signal, onProgress: (done) => shown.update(done) }
    })
  } finally {
    bar?.stop()
    listening[Symbol.dispose]()
  }
}

/** Calls `stop` at each of these signals until it is disposed of. */
function onStopSignal(stop: () => void): Disposable {
  const heard = stopSignals.filter((signal) => signal !== 'SIGHUP' || !isHangUpIgnored())
  for (const signal of heard) process.on(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of heard) process.off(signal, stop)
    },
  }
}

/** Resolves when the process is asked to end. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const listening = onStopSignal(() => {
      setTimeout(() => listening[Symbol.dispose](), sameSignalMs).unref()
      resolve()
    })
  })
}

/** Work that nobody may end halfway: who asks for it is told why not, until this is disposed of. */
export function holdStopSignals(tell: () => void): Disposable {
  return onStopSignal(tell)
}

/** `nohup` starts what is to outlive its terminal: the signal is ignored from the start, and stays so. */
function isHangUpIgnored(): boolean {
  if (process.platform !== 'linux') return false
  const [, ignored = '0'] =
    /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}

/** A password that is known already, as `readSecret` reads it. */
export async function readPassword(): Promise<string> {
  return await readSecret('Password: ')
}

/** The first line of standard input, or what is typed at a terminal without being shown. */
async function readSecret(prompt: string): Promise<string> {
  using asked = askingSecrets()
  return await asked.ask(prompt)
}

/** Likewise for several, one after the other: each is the next line of standard input, '' behind the last one. */
export function askingSecrets(): Asking {
  let terminal: Asking | undefined
  let lines: Promise<string[]> | undefined
  return {
    async ask(prompt) {
      if (process.stdin.isTTY) return await (terminal ??= hidingTerminal()).ask(prompt)
      lines ??= Bun.stdin.text().then((text) => text.split(/\r?\n/))
      return (await lines).shift() ?? ''
    },
    [Symbol.dispose]: () => terminal?.[Symbol.dispose](),
  }
}

export type Asking = { ask(prompt: string): Promise<string> } & Disposable

/**
 * A new password from standard input: its first line, or, at a terminal, what is typed twice without being shown.
 * Throws AppError `invalid_request`, `unavailable` when the prompt is left.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return await checkedNewPassword(await readSecret(''))
  using terminal = hidingTerminal()
  const password = await checkedNewPassword(await terminal.ask('Password: '))
  if ((await terminal.ask('The same again: ')) === password) return password
  throw new AppError('invalid_request', 'The two passwords differ.')
}

/** A number of bytes for people: `412 KB`, `3.4 MB`. */
export function shownBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Nothing that is typed is shown until it is disposed of, also not between two prompts. They go to stderr. */
function hidingTerminal(): Asking {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.once('SIGINT', () => terminal.close())
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(prompt) {
      process.stderr.write(prompt)
      const line = await lines.next()
      process.stderr.write('\n')
      if (line.done === true) throw new AppError('unavailable', 'Stopped: nothing was done.')
      return line.value
    },
    [Symbol.dispose]: () => terminal.close(),
  }
}
