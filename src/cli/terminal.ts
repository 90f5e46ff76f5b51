import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Presets, SingleBar } from 'cli-progress'
import { checkedNewPassword } from '../accounts/sessions/passwords.ts'
import type { Step, WatchStep } from '../platform/backup/archive.ts'
import { AppError } from '../platform/errors.ts'

/** Shorter work shows no progress bar. */
const shownAfterMs = 1000

const labels: Record<Step, string> = { write: 'Writing', check: 'Checking' }

/** Signals that ask a program to stop: Ctrl+C, the system, a closed window and, on Windows, Ctrl+Break. */
const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']

/**
 * How long the same Ctrl+C may arrive twice, in milliseconds. With `bun run` or npm, it comes from the terminal and again from them.
 * Pressing it after that means the person does not want to wait.
 */
const sameSignalMs = 1000

export const passwordOption = [
  '--password-stdin',
  'read the password from standard input; a terminal asks for it',
] as const

export type ProgressBar = {
  /** The amount done, in the unit of the total. */
  update(done: number): void
  stop(): void
}

/** A progress bar on stderr for work longer than a second. Nothing where stderr is not a terminal. */
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

/** Shows the progress of long work and lets Ctrl+C end it in good order. The work then fails with `stopped` as its sentence. */
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

/** Calls `stop` at each signal until it is disposed of. */
function onStopSignal(stop: () => void): Disposable {
  const heard = stopSignals.filter((signal) => signal !== 'SIGHUP' || !isHangUpIgnored())
  for (const signal of heard) process.on(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of heard) process.off(signal, stop)
    },
  }
}

/** Resolves when the process is asked to stop. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const listening = onStopSignal(() => {
      setTimeout(() => listening[Symbol.dispose](), sameSignalMs).unref()
      resolve()
    })
  })
}

/** Protects work that must not be interrupted. Until it is disposed of, `tell` explains that at each signal. */
export function holdStopSignals(tell: () => void): Disposable {
  return onStopSignal(tell)
}

/** `nohup` makes a program ignore this signal, so that it outlives its terminal. It must stay ignored. */
function isHangUpIgnored(): boolean {
  if (process.platform !== 'linux') return false
  const [, ignored = '0'] =
    /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}

/** Reads an existing password like `readSecret`. */
export async function readPassword(): Promise<string> {
  return await readSecret('Password: ')
}

/** The first line of standard input, or hidden typing at a terminal. */
async function readSecret(prompt: string): Promise<string> {
  using asked = askingSecrets()
  return await asked.ask(prompt)
}

/** Reads several secrets: each is the next line of standard input, '' after the last, or is typed hidden at a terminal. */
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
 * Reads a new password: the first line of standard input, or, at a terminal, typed twice without being shown. Throws AppError
 * `invalid_request`, `unavailable` when the person leaves the prompt.
 */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return await checkedNewPassword(await readSecret(''))
  using terminal = hidingTerminal()
  const password = await checkedNewPassword(await terminal.ask('Password: '))
  if ((await terminal.ask('The same again: ')) === password) return password
  throw new AppError('invalid_request', 'The two passwords differ.')
}

/** Bytes for people: `412 KB`, `3.4 MB`. */
export function shownBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Hides all typing until it is disposed of, even between two prompts. Prompts go to stderr. */
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
