import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { getRotatingFileSink } from '@logtape/file'
import { configure, dispose, getLogger, type LogRecord, type Sink } from '@logtape/logtape'

/** Ten files of 10 MB: the logs never take more than 100 MB (source: design, "One data directory"). */
const fileBytesMax = 10 * 1000 * 1000
const filesMax = 10

/**
 * Lines are brought to the disk each second, or when there are so many characters of them: more than a second's worth
 * of any shop, because each flush waits for the disk (measured: at 256 KiB the flushes took a quarter of what a kept
 * answer costs at 20,000 a second).
 */
const flushEveryMs = 1000
const bufferedCharactersMax = 4 * 1024 * 1024

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
 * Logs JSON lines into `folder`, rotated, and readable lines to stderr when it is a terminal. The returned `close`
 * brings the last lines to the file.
 */
export async function openLog(folder: string): Promise<{ log: Log; close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = getRotatingFileSink(join(folder, 'daybook.log'), {
    formatter: jsonLine,
    maxSize: fileBytesMax,
    maxFiles: filesMax,
    bufferSize: bufferedCharactersMax,
    flushInterval: flushEveryMs,
    nonBlocking: true,
  })
  const sinks: ('file' | 'terminal')[] = process.stderr.isTTY ? ['file', 'terminal'] : ['file']
  await configure({
    reset: true,
    sinks: { file, terminal: terminalSink },
    loggers: [
      { category: 'daybook', lowestLevel: 'debug', sinks },
      { category: ['logtape', 'meta'], lowestLevel: 'warning', sinks: ['terminal'] },
    ],
  })
  const logger = getLogger('daybook')
  return {
    log: {
      request: (fields) => file(requestRecord(fields)),
      info: (message, fields) => logger.info(message, fields ?? {}),
      warn: (message, fields) => logger.warn(message, withStack(fields ?? {})),
      error: (message, fields) => logger.error(message, withStack(fields ?? {})),
    },
    close: () => dispose(),
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

/** An Error has no enumerable fields: without this the reason would be missing from the file. */
function withStack(fields: Fields): Fields {
  const { error } = fields
  return error instanceof Error ? { ...fields, error: error.stack ?? error.message } : fields
}

/** A record as one line. Controls that JSON leaves as they are would reach the terminal of who reads the file. */
function jsonLine({ timestamp, level, message, category, properties }: LogRecord): string {
  // Put together by hand: one JSON.stringify of the properties alone takes a third of the time of one for all.
  const line =
    `{"@timestamp":"${new Date(timestamp).toISOString()}","level":"${level.toUpperCase()}",` +
    `"message":${JSON.stringify(message.join(''))},"logger":"${category.join('.')}",` +
    `"properties":${JSON.stringify(properties)}}`
  return `${line.replace(/[\u007f-\u009f]/g, escaped)}\n`
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const terminalSink: Sink = (record) => {
  if (record.level === 'debug') return
  const time = new Date(record.timestamp).toISOString().slice(11, 19)
  const { error } = record.properties
  const reason = typeof error === 'string' ? `\n${error}` : ''
  console.error(`${time} ${record.level.padEnd(7)} ${record.message.join('')}${reason}`)
}
