import { createServer } from 'node:net'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { askHealth } from '../own-program.ts'
import { loopback, settingNames } from '../config.ts'
import { servingWord } from '../db/database.ts'
import { holdersOf, isHeldFor } from '../db/instance-lock.ts'
import { version } from '../embedded.ts'
import { AppError, hasCode } from '../errors.ts'
import { bad, type Check, type Examined, type Finding, good, warning } from './finding.ts'

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
