import { existsSync, mkdirSync } from 'node:fs'
import { open, rename, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { loggedRefusal } from './record/logged.ts'
import { configure, dispose, getLogger, type LogRecord, type Sink } from '@logtape/logtape'
import { printable, printError } from './print.ts'

/** Ten files of 10 MB: the logs never take more than 100 MB (source: design, "One data directory"). */
const fileBytesMax = 10 * 1000 * 1000
const filesMax = 10

/**
 * Records are made lines of, and handed to the system, each second, or when there are so many of them: 4 ms of work. The
 * disk has them for sure once there was a warning or an error, or the log is closed: to wait for it each second would
 * hold requests up.
 */
const flushEveryMs = 1000
const gatheredMax = 4_000

/** Records that wait while the disk takes none, some 50 MB: what comes then is counted, and not kept. */
const waitingMax = 100_000

type Fields = Record<string, unknown>

/** Where events go. Requests are events like any other, at a level of their own. */
export type Log = {
  request(fields: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}

/** Writes nothing: for commands and tests that look at answers, not at logs. */
export const silentLog: Log = {
  request: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/**
 * Logs JSON lines into `folder`, rotated, and readable lines to stderr when it is a terminal or systemd's journal. The returned `close`
 * brings the last lines to the file.
 */
export async function openLog(folder: string): Promise<{ log: Log; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lines = await openLogFile(join(folder, 'daybook.log'), jsonLine)
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
    log: { ...eventsOf(), request: (fields) => file(requestRecord(fields)) },
    async close() {
      await dispose()
      await lines.close()
    },
  }
}

/** The log that this process has open, for another part of it; without requests. Nothing is written while none is open. */
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
  /** Brings what was written to the disk, soon. */
  save(): void
  /** The same, and closes the file. */
  close(): Promise<void>
}

/**
 * Gathers records for a file that is rotated: `daybook.log` becomes `daybook.log.1` before it would be larger than `bytesMax`,
 * and of all of them `filesMax` are kept. Own code, since LogTape's rotation closes its file for good when the
 * rename is refused, as Windows does while somebody reads the log.
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
    // Controls that JSON leaves as they are would reach the terminal of who reads the file.
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
      // The next flush opens the file anew: a handle that broke would never work again.
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

/** First the newest, under a name between: when that is refused, nothing is moved, and the log goes on in its file. */
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

/**
 * What LogTape's logger would make of a request, which costs more than all else that is done for one that is answered
 * from memory. Requests go to the file alone.
 */
function requestRecord(fields: Fields): LogRecord {
  return {
    category: ['daybook'],
    level: 'debug',
    message: ['request'],
    rawMessage: 'request',
    timestamp: Date.now(),
    properties: fields,
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
 * An Error has no enumerable fields: without this the reason would be missing from the file. A refusal says its rule
 * alone, since its sentence may quote a document or what somebody typed.
 */
function withStack(fields: Fields): Fields {
  const { error } = fields
  if (error instanceof AppError) return { ...fields, error: refusalWithPlace(error) }
  return error instanceof Error ? { ...fields, error: error.stack ?? error.message } : fields
}

/** What another program or place does not do is told whole: it was not sent to Daybook. */
function refusalWithPlace(error: AppError): string {
  const says = error.code === 'unavailable' ? error.message : loggedRefusal(error)
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [`${error.name}: ${says}`, ...places].join('\n')
}

/** Keys of Daybook, wherever somebody puts one. */
const keys = /(db[kt])_[A-Za-z\d]{8,}/g

/** A text in which no key stands whole. */
export function withoutKeys(text: string): string {
  return text.includes('_') ? text.replace(keys, '$1_…') : text
}

/** A record as one line. */
function jsonLine({ timestamp, level, message, category, properties }: LogRecord): string {
  // Put together by hand: one JSON.stringify of the properties alone takes a third of the time of one for all.
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

/** What the journal calls levels (source: sd-daemon(3)); it knows the time. */
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
