import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { freemem, hostname, networkInterfaces, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { networkSetting, readClaimedName } from '../http/listening/addresses.ts'
import { askHealth, ownProgram } from '../own-program.ts'
import { readSetting } from '../settings.ts'
import {
  type Book,
  type Check,
  type Examined,
  type Finding,
  bad,
  good,
  warning,
} from './finding.ts'
import { askLocalName } from '../http/listening/local-name.ts'
import { createServer } from 'node:net'
import { existsSync } from 'node:fs'
import { loopback, settingNames } from '../config.ts'
import { servingWord } from '../db/database.ts'
import { holdersOf, isHeldFor } from '../db/instance-lock.ts'
import { version } from '../embedded.ts'
import { AppError, hasCode } from '../errors.ts'

const byNumbers = 'Until then other computers open Daybook by the numbers of its address.'

/** The most memory of a process that reads a document, in bytes (see process-guard.ts). */
const readingBytes = 600 * 1024 * 1024

/** Starting takes a tenth of a second. If it takes this long, in milliseconds, another program scans the file first. */
const slowStartMs = 5_000
const startLimitMs = 60_000

/** Checks of this computer, and of this program on it. */
export const machineChecks: readonly Check[] = [
  { name: 'memory', look: memory },
  { name: 'starting programs', look: startsItself },
  { name: 'temporary files', look: temporaryFiles },
  { name: 'place of the program', look: placeOfProgram },
  { name: 'name in the network', look: ownName },
  { name: 'network', look: network },
  { name: 'name by multicast DNS', look: (examined) => localName(examined) },
  { name: 'time zone', look: timeZone },
]

function memory(): Finding {
  const says = `${shown(freemem())} of ${shown(totalmem())} are free.`
  if (freemem() >= readingBytes) return good(says)
  return warning(
    says,
    'Reading a scanned document takes up to 600 MB for some seconds: close programs that are not needed.',
  )
}

function shown(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** A separate process reads each document: some virus scanners and company rules forbid that. */
async function startsItself(): Promise<Finding> {
  const started = performance.now()
  const child = Bun.spawn([...ownProgram(), 'version'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    windowsHide: true,
    timeout: startLimitMs,
  })
  const exitCode = await child.exited
  const took = performance.now() - started
  if (exitCode !== 0) {
    return bad(
      `Daybook cannot start itself (exit code ${exitCode}): no document can be read.`,
      `Allow ${process.execPath} in the virus scanner, and in rules about which programs may run.`,
    )
  }
  const says = `Daybook starts in ${Math.round(took)} ms.`
  if (took < slowStartMs) return good(says)
  return warning(
    says,
    `A virus scanner looks through it each time: except ${process.execPath} from that.`,
  )
}

async function temporaryFiles(): Promise<Finding> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'daybook-probe-'))
    await writeFile(join(folder, 'probe'), 'probe')
    await rm(folder, { recursive: true, force: true })
    return good(`${tmpdir()} can be written.`)
  } catch (error) {
    return bad(
      `${tmpdir()} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      'Make room there, or give the user that runs Daybook the right to write there.',
    )
  }
}

function placeOfProgram(): Finding {
  const folder = dirname(process.execPath)
  const isPassing = /[\\/](?:temp|tmp|downloads?)(?:[\\/]|$)|\.zip/i.test(folder)
  if (!isPassing) return good(`It is started from ${folder}.`)
  return warning(
    `It is started from ${folder}, which people and programs clear out.`,
    'Move the file to a folder of its own, or run its installer.',
  )
}

function ownName(): Finding {
  const name = hostname()
  if (/^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.|$)/i.test(name)) {
    return good(`This computer is called ${name}.`)
  }
  return warning(
    `This computer is called "${name}", which no address can have.`,
    'Give it a name of letters, digits and hyphens, or open Daybook by its numbers.',
  )
}

function network({ book }: { book: Book }): Finding | undefined {
  if (!isOpenToNetwork(book)) return undefined
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const addresses = own.filter(({ internal, family }) => !internal && family === 'IPv4')
  if (addresses.length === 0) {
    return warning(
      'Daybook is open to the network, and this computer is in none.',
      'Look at the cable, or at the Wi-Fi.',
    )
  }
  const list = addresses.map(({ address }) => address).join(', ')
  if (process.platform !== 'win32') return good(`Others find it at ${list}.`)
  return warning(
    `Others find it at ${list} if the firewall of this PC lets them in.`,
    `If they do not: netsh advfirewall firewall add rule name=Daybook dir=in action=allow profile=private program="${process.execPath}"`,
  )
}

function isOpenToNetwork(book: Book): boolean {
  if (book === undefined || 'fault' in book) return false
  return readSetting(book.conn, networkSetting) === 'network'
}

/** Days in documents are those of India. The nightly work follows the local clock. */
function timeZone(): Finding {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const isIndian = new Date().getTimezoneOffset() === -330
  if (isIndian) return good(`It is India's.`)
  return warning(
    `It is ${zone}: the night's work runs by it, and dates in the console are shown by it.`,
    'In a shop in India set it to (UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi.',
  )
}

/** `daybook.local`: undefined while other computers have no access, or no server answers for it. */
export async function localName(
  { book, serverUrl, readConfig }: Examined & { book: Book },
  ask: (name: string) => Promise<string | undefined> = askLocalName,
): Promise<Finding | undefined> {
  if (book === undefined || 'fault' in book || serverUrl === undefined) return undefined
  if (readSetting(book.conn, networkSetting) !== 'network') return undefined
  if (readConfig().localName === undefined) return good('Daybook is told to take none.')
  const name = readClaimedName(book.conn)
  if (name === null) {
    return warning(
      'This computer has no name in the network by multicast DNS yet.',
      `Restart Daybook; where another program has port 5353 of UDP for itself, the log says so. ${byNumbers}`,
    )
  }
  const address = await ask(name)
  if (address === undefined) {
    return warning(
      `Nobody in the network answers for ${name}.`,
      `Let UDP on port 5353 through the firewall of this computer, and look whether the router keeps multicast between its devices from passing. ${byNumbers}`,
    )
  }
  if (isOwn(address)) return good(`Others find this computer as ${name}.`)
  return warning(
    `${name} is the computer at ${address}, not this one.`,
    'Restart Daybook here: it takes the next free name, and the network page says which.',
  )
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === address),
  )
}

/** A server that answers later than this hangs, in milliseconds. */
const answerMs = 5_000

/** How much of the log's end is searched, in bytes. */
const logTailBytes = 512 * 1024

const dayMs = 24 * 60 * 60 * 1000

/** Environment variables that Daybook reads: its settings, and some others. */
const knownVariables = [
  // Lists exist only in daybook.toml.
  ...settingNames
    .filter((name) => name !== 'cors_origins')
    .map((name) => `DAYBOOK_${name.toUpperCase()}`),
  'DAYBOOK_DATA',
  'DAYBOOK_STARTED_BY',
  'DAYBOOK_EXECUTABLE',
]

/** Checks of the server, its settings and its complaints. */
export const serverChecks: readonly Check[] = [
  { name: 'settings', look: settings },
  { name: 'variables', look: variables },
  { name: 'server', look: server },
  { name: 'port', look: port },
  { name: 'errors', look: errorsInLog },
]

function settings({ readConfig, dir }: Examined): Finding {
  try {
    readConfig()
    return good(existsSync(dir.config) ? `${dir.config} can be used.` : 'They are the usual ones.')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return bad(error.message, 'Correct it: the docs on settings say what each may be.')
  }
}

function variables({ env }: Examined): Finding {
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('DAYBOOK_') && !knownVariables.includes(name),
  )
  if (unknown.length === 0) return good('None is misspelt.')
  return warning(
    `Daybook knows no variable ${unknown.join(', ')}.`,
    'Look for a spelling mistake; the docs on settings list them.',
  )
}

async function server({ dir, serverUrl }: Examined): Promise<Finding> {
  const isRunning = existsSync(dir.root) && isHeldFor(dir.lock, servingWord)
  if (!isRunning) return good('None runs on this data at the moment.')
  if (serverUrl === undefined) {
    return warning(
      `The data is in use by ${holdersOf(dir.lock)}, and nothing says where it answers.`,
      'Wait some seconds if it has only just been started; else stop it and start it again.',
    )
  }
  const running = await askHealth(serverUrl, answerMs)
  if (running === undefined) {
    return bad(
      `${holdersOf(dir.lock)} does not answer at ${serverUrl}.`,
      'Stop it (the task manager of this computer can) and start it again. What was confirmed is not lost by that.',
    )
  }
  if (running === version) return good(`It answers at ${serverUrl}.`)
  return warning(
    `The server at ${serverUrl} is version ${running}, and this program is ${version}.`,
    'There are two files of Daybook on this computer: keep the newer one, and restart it.',
  )
}

async function port(examined: Examined): Promise<Finding | undefined> {
  if (examined.serverUrl !== undefined) return undefined
  const { port: wanted } = examined.readConfig()
  const code = await codeOfListening(wanted)
  if (code === undefined) return good(`${wanted} is free.`)
  if (code === 'EADDRINUSE') {
    return bad(
      `Another program listens on port ${wanted}, or another Daybook does.`,
      `Open http://${loopback}:${wanted} to see what it is; or start Daybook with another --port.`,
    )
  }
  return bad(
    `Port ${wanted} may not be used (${code}).`,
    'Take a port above 1024: set "port" in daybook.toml, or start with --port.',
  )
}

function codeOfListening(wanted: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const listener = createServer()
    listener.once('error', (error) => resolve(hasAnyCode(error) ? error.code : error.message))
    listener.listen({ port: wanted, host: loopback, exclusive: true }, () => {
      listener.close(() => resolve(undefined))
    })
  })
}

function hasAnyCode(error: Error): error is Error & { code: string } {
  return 'code' in error && typeof error.code === 'string'
}

async function errorsInLog({ dir, now }: Examined): Promise<Finding | undefined> {
  const file = join(dir.logs, 'daybook.log')
  const since = new Date(now - dayMs).toISOString()
  const errors = (await tailOf(file)).filter(
    (line) => line.includes('"level":"ERROR"') && line.slice(15, 39) > since,
  )
  const last = errors.at(-1)
  if (last === undefined) return good('There was none in the last 24 hours.')
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(last)?.[1] ?? ''
  return warning(
    `There were ${errors.length} in the last 24 hours; the last one: ${message}`,
    `${file} says more. Send what "daybook report" writes to whoever helps you.`,
  )
}

/** The last lines of a log, as far as they are read. */
export async function tailOf(file: string, bytes: number = logTailBytes): Promise<string[]> {
  try {
    await using handle = await open(file, 'r')
    const { size } = await handle.stat()
    const from = Math.max(0, size - bytes)
    const read = await handle.read({ buffer: Buffer.alloc(size - from), position: from })
    const lines = read.buffer.toString('utf8').split('\n')
    return (from === 0 ? lines : lines.slice(1)).filter((line) => line !== '')
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return []
    throw error
  }
}
