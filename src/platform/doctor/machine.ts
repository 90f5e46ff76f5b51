import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { freemem, hostname, networkInterfaces, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { networkSetting } from '../http/listening/addresses.ts'
import { ownProgram } from '../own-program.ts'
import { readSetting } from '../settings.ts'
import {
  bad,
  type Book,
  type Check,
  type Finding,
  good,
  warning,
  type Examined,
} from './finding.ts'
import { askLocalName } from '../http/listening/local-name.ts'
import { readClaimedName } from '../http/listening/claimed-name.ts'

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
