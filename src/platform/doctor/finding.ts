import type { Config } from '../config.ts'
import type { Conn } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'

/** The subject of the examination. */
export type Examined = {
  dir: DataDir
  /** The address that a server of this data directory announced. Undefined when none runs. */
  serverUrl: string | undefined
  /** Reads `daybook.toml` and the environment. Throws AppError when they are unusable. */
  readConfig(): Pick<Config, 'port' | 'tls' | 'localName'>
  env: Record<string, string | undefined>
  /** Milliseconds since the epoch. */
  now: number
}

/** The examined database, opened once for all checks. `fault`: why it cannot be opened. Undefined without a database. */
export type Book = { conn: Conn } | { fault: string } | undefined

/** `says`: a sentence for people. `remedy`: what to do about it, in one or two. */
export type Finding =
  { state: 'good'; says: string } | { state: 'warning' | 'bad'; says: string; remedy: string }

/** A common problem, with its name for people. Undefined: nothing to check here. */
export type Check = {
  name: string
  look(examined: Examined & { book: Book }): Finding | undefined | Promise<Finding | undefined>
}

export function good(says: string): Finding {
  return { state: 'good', says }
}

export function warning(says: string, remedy: string): Finding {
  return { state: 'warning', says, remedy }
}

export function bad(says: string, remedy: string): Finding {
  return { state: 'bad', says, remedy }
}
