import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { loggedRefusal } from './record/sentence.ts'
import { configure, dispose, getLogger, type LogRecord, type Sink } from '@logtape/logtape'
import { printable, printError } from './print.ts'

/** Ten files of 10 MB: the logs never take more than 100 MB (source: design, "One data directory"). */
const fileBytesMax = 10 * 1000 * 1000
const filesMax = 10

/**
 * Records become lines and go to the system each second, or when there are this many: 4 ms of work. They are synced only after a warning or
 * an error, or on closing: syncing each second would delay requests.
 */
const flushEveryMs = 1000
const gatheredMax = 4_000

/** The most waiting records while the disk accepts none, some 50 MB. Further ones are counted, and not kept. */
const waitingMax = 100_000

type Fields = Record<string, unknown>

/** The target of events. Requests are events too, at a level of their own. */
export type Log = {
  /** `fields` is called when the line is written, a moment later. */
  request(fields: () => Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}

/** Writes nothing: for commands, and for tests that check answers and not logs. */
export const silentLog: Log = {
  request: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/**
 * Logs JSON lines into `folder`, rotated, and readable lines to stderr when it is a terminal or systemd's journal. The returned `close`
 * writes the last lines to the file.
 */
export async function openLog(folder: string): Promise<{ log: Log; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lines = await openLogFile<LogRecord | RequestLine>(join(folder, 'daybook.log'), (line) =>
    jsonLine('fields' in line ? requestRecord(line) : line),
  )
  const file: Sink = (record) => {
    lines.write(record)
    if (record.level === 'warning' || record.level === 'error') lines.save()
  }
  const isJournal = process.env['JOURNAL_STREAM'] !== undefined
  const isRead = process.stderr.isTTY || isJournal
  const sinks: ('file' | 'terminal')[] = isRead ? ['file', 'terminal'] : ['file']
  await configure({
    reset: true,
    sinks: { file, terminal: isJournal ? journalSink : terminalSink },
    loggers: [
      { category: 'daybook', lowestLevel: 'debug', sinks },
      { category: ['logtape', 'meta'], lowestLevel: 'warning', sinks: ['terminal'] },
    ],
  })
  return {
    log: {
      ...eventsOf(),
      request: (fields) => lines.write({ timestamp: Date.now(), fields }),
    },
    async close() {
      await dispose()
      await lines.close()
    },
  }
}

/** The open log of this process, for another part of the program, without requests. Writes nothing while no log is open. */
export function openedLog(part: string): Log {
  return { ...silentLog, ...eventsOf(part) }
}

function eventsOf(...part: string[]): Omit<Log, 'request'> {
  const logger = getLogger(['daybook', ...part])
  return {
    info: (message, fields) => logger.info(message, fields ?? {}),
    warn: (message, fields) => logger.warn(message, withStack(fields ?? {})),
    error: (message, fields) => logger.error(message, withStack(fields ?? {})),
  }
}

type LogFile<T> = {
  write(record: T): void
  /** Starts to sync what was written. */
  save(): void
  /** Syncs what was written, and closes the file. */
  close(): Promise<void>
}

/**
 * Collects records for a rotated file: `daybook.log` becomes `daybook.log.1` before it would exceed `bytesMax`, and `filesMax` files are
 * kept in all. Our own code, because LogTape's rotation closes its file for good when the rename is refused, as Windows does while somebody
 * reads the log.
 */
export async function openLogFile<T>(
  file: string,
  lineOf: (record: T) => string,
  bytesMax = fileBytesMax,
): Promise<LogFile<T>> {
  let handle: FileHandle | undefined = await openEnd(file)
  let gathered: T[] = []
  let lost = 0
  let mustSync = false
  let writing: Promise<void> = Promise.resolve()
  const closeHandle = async () => {
    const closing = handle
    handle = undefined
    await closing?.close()
  }
  const flush = async () => {
    // Control characters that JSON leaves unescaped would reach the terminal of somebody who reads the file.
    const text = gathered.map(lineOf).join('') + (lost > 0 ? jsonLine(lostRecord(lost)) : '')
    const bytes = Buffer.from(printable(withoutKeys(text)))
    const isSync = mustSync
    gathered = []
    lost = 0
    mustSync = false
    if (bytes.length === 0 && !isSync) return
    handle ??= await openEnd(file)
    const { size } = await handle.stat()
    if (size > 0 && size + bytes.length > bytesMax) {
      await closeHandle()
      await rotate(file)
      handle = await openEnd(file)
    }
    await handle.writeFile(bytes)
    if (isSync) await handle.sync()
  }
  const flushInTurn = () => {
    writing = writing.then(flush).catch(async (error: unknown) => {
      printError('The log was not written.', error)
      // The next flush opens the file again: a broken handle would never work again.
      await Promise.allSettled([closeHandle()])
    })
    return writing
  }
  const timer = setInterval(() => void flushInTurn(), flushEveryMs)
  timer.unref()
  return {
    write(record) {
      if (gathered.length >= waitingMax) {
        lost++
        return
      }
      gathered.push(record)
      if (gathered.length % gatheredMax === 0) void flushInTurn()
    },
    save() {
      mustSync = true
      void flushInTurn()
    },
    async close() {
      clearInterval(timer)
      mustSync = true
      await flushInTurn()
      await closeHandle()
    },
  }
}

function openEnd(file: string): Promise<FileHandle> {
  return open(file, 'a', 0o600)
}

/** Moves the newest file first, under a temporary name: when that is refused, nothing is moved, and the log continues in its file. */
async function rotate(file: string): Promise<void> {
  const aside = `${file}.0`
  try {
    if (!existsSync(aside)) await rename(file, aside)
    for (let n = filesMax - 2; n >= 0; n--) {
      if (existsSync(`${file}.${n}`)) await rename(`${file}.${n}`, `${file}.${n + 1}`)
    }
  } catch {
    // The next flush tries again.
  }
}

/** A request that waits for its line: a request that is answered from memory must not wait for the text of its line. */
type RequestLine = { timestamp: number; fields: () => Fields }

/**
 * Builds what LogTape's logger would make of a request: the logger costs more than everything else for a request that is answered from
 * memory. Requests go to the file only.
 */
function requestRecord({ timestamp, fields }: RequestLine): LogRecord {
  return {
    category: ['daybook'],
    level: 'debug',
    message: ['request'],
    rawMessage: 'request',
    timestamp,
    properties: fields(),
  }
}

function lostRecord(lost: number): LogRecord {
  const message = 'The disk held the log up: what happened meanwhile is missing from it.'
  return {
    category: ['daybook'],
    level: 'warning',
    message: [message],
    rawMessage: message,
    timestamp: Date.now(),
    properties: { lost },
  }
}

/**
 * An Error has no enumerable fields: without this the reason would be missing from the file. A refusal is logged by its rule alone, because
 * its sentence may quote a document or typed text.
 */
function withStack(fields: Fields): Fields {
  const { error } = fields
  if (error instanceof AppError) return { ...fields, error: refusalWithPlace(error) }
  return error instanceof Error ? { ...fields, error: error.stack ?? error.message } : fields
}

/** A failure of another program or place is logged in full: that text was not sent to Daybook. */
function refusalWithPlace(error: AppError): string {
  const says = error.code === 'unavailable' ? error.message : loggedRefusal(error)
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${says}`, ...places].join('\n')
}

/** Daybook's keys, anywhere in a text. */
const keys = /(db[kt])_[A-Za-z\d]{8,}/g

/** The text without any complete key. */
export function withoutKeys(text: string): string {
  return text.includes('_') ? text.replace(keys, '$1_…') : text
}

/** A record as one line. */
function jsonLine({ timestamp, level, message, category, properties }: LogRecord): string {
  // Concatenated by hand: JSON.stringify of the properties alone takes a third of the time of one call for everything.
  return (
    `{"@timestamp":"${new Date(timestamp).toISOString()}","level":"${level.toUpperCase()}",` +
    `"message":${JSON.stringify(message.join(''))},"logger":"${category.join('.')}",` +
    `"properties":${JSON.stringify(properties)}}\n`
  )
}

const terminalSink: Sink = (record) => {
  if (record.level === 'debug') return
  const time = new Date(record.timestamp).toISOString().slice(11, 19)
  printError(`${time} ${record.level.padEnd(7)} ${sentenceOf(record)}`)
}

/** The journal's names of levels (source: sd-daemon(3)). The journal adds the time itself. */
const journalLevels = new Map([
  ['warning', 4],
  ['error', 3],
  ['fatal', 2],
])

const journalSink: Sink = (record) => {
  if (record.level === 'debug') return
  const level = `<${journalLevels.get(record.level) ?? 6}>`
  printError(`${level}${sentenceOf(record).replaceAll('\n', `\n${level}`)}`)
}

function sentenceOf({ message, properties }: LogRecord): string {
  const { error } = properties
  return `${message.join('')}${typeof error === 'string' ? `\n${error}` : ''}`
}
