import { appendFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { finishRestore, settleRestore, undoRestore } from '../platform/backup/restore-journal.ts'
import type { Conn } from '../platform/db/connection.ts'
import { type Database, databaseExists, openDatabaseForCommand } from '../platform/db/database.ts'
import { gatedDatabase } from '../platform/db/guarded-database.ts'
import { chooseDataDir, type DataDir, makeDataDir } from '../platform/disk/data-dir.ts'
import { AppError, problemOf } from '../platform/errors.ts'
import { CannotListen } from '../platform/http/listening/listeners.ts'
import { print, printError } from '../platform/print.ts'
import { commandGate } from '../platform/replica/command-gate.ts'
import { systemClock } from '../platform/time.ts'

/** The options of every command. */
export type CommonOptions = { data?: string; json?: boolean }

/** A command with the common options, and an example in its help. */
export function command(name: string, summary: string, example: string): Command {
  return new Command(name)
    .description(summary)
    .option('--data <dir>', 'the data directory')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', `\nExample:\n  ${example}`)
}

export function dataDirOf(options: CommonOptions): DataDir {
  return chooseDataDir(options.data, process.env)
}

/** Opens the database of an existing data directory while `work` runs. Throws AppError `not_found`. */
export async function withDatabase<T>(
  options: CommonOptions,
  work: (database: Database, dir: DataDir) => T | Promise<T>,
): Promise<T> {
  const dir = dataDirOf(options)
  if (!databaseExists(dir)) {
    throw new AppError(
      'not_found',
      `There is no Daybook data in ${dir.root}. Set it up with "daybook setup", or name another directory with --data.`,
    )
  }
  return await withDatabaseOf(dir, work)
}

/** Like `withDatabase`, but creates a missing data directory. */
export async function withNewDatabase<T>(
  options: CommonOptions,
  work: (database: Database, dir: DataDir) => T | Promise<T>,
): Promise<T> {
  const dir = dataDirOf(options)
  makeDataDir(dir)
  return await withDatabaseOf(dir, work)
}

/** Writes to that database in one transaction. */
export async function change<T>(
  options: CommonOptions,
  write: (conn: Conn, now: number) => T,
): Promise<T> {
  return await withDatabase(options, (database) =>
    database.write((conn) => write(conn, systemClock.now())),
  )
}

/** Reads a whole number from 1 to `max`. */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (number >= 1 && number <= max) return number
    throw new InvalidArgumentError(`It is a whole number from 1 to ${max}.`)
  }
}

/** ISO 8601. null for 0, which means never. */
export function isoOrNull(time: number): string | null {
  return time === 0 ? null : new Date(time).toISOString()
}

/** Prints results to stdout. Everything else goes to stderr. */
export function printResult(
  options: CommonOptions,
  result: unknown,
  lines: readonly string[],
): void {
  print(options.json === true ? JSON.stringify(result) : lines.join('\n'))
}

/**
 * Checks before long work that its output file can be written. Leaves the contents of an existing file. Throws AppError
 * `invalid_request`.
 */
export function requireWritable(file: string): void {
  try {
    appendFileSync(file, '')
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new AppError('invalid_request', `${file} cannot be written: ${reason}`)
  }
}

/** How to print a list for people: a line per row, or `none`. `max` is the most rows to print. */
type ListForm<T> = { max: number; lineOf(row: T): string; none: string }

/** Prints a list, and says so when rows are left out. */
export function printList<T>(options: CommonOptions, rows: readonly T[], form: ListForm<T>): void {
  const { max, lineOf, none } = form
  const shown = rows.slice(0, max)
  printResult(options, shown, shown.length === 0 ? [none] : shown.map(lineOf))
  if (rows.length > max) printError(`These are the first ${max}; there are more.`)
}

async function withDatabaseOf<T>(
  dir: DataDir,
  work: (database: Database, dir: DataDir) => T | Promise<T>,
): Promise<T> {
  const open = () => openDatabaseForCommand(dir, systemClock.now(), process.argv[2])
  const database = await openRestored(dir, open)
  try {
    await finishRestore(dir)
    const gate = commandGate({ dir, clock: systemClock })
    const result = await work(gate === undefined ? database : gatedDatabase(database, gate), dir)
    await gate?.settle()
    return result
  } finally {
    await database.close()
  }
}

/**
 * Opens a data directory in which a restore may have been interrupted. Undoes the restore if the restored book is not in force yet, or is
 * in force and cannot be opened. Then it opens the data from before. The caller must call `finishRestore` afterwards. Throws the errors
 * of `open`.
 */
export async function openRestored<T>(dir: DataDir, open: () => T | Promise<T>): Promise<T> {
  await settleRestore(dir)
  try {
    return await open()
  } catch (error) {
    if (error instanceof CannotListen || !(await undoRestore(dir))) throw error
    printError(
      `The restore in which this computer was stopped was taken back, and the data of before are in place: ${problemOf(error)}`,
    )
    return await open()
  }
}
