import type { Config } from '../config.ts'
import type { Conn } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'

/** What is looked at. */
export type Examined = {
  dir: DataDir
  /** Where a server of this data directory said that it answers; undefined when none runs. */
  serverUrl: string | undefined
  /** Of `daybook.toml` and the environment. Throws AppError when they cannot be used. */
  readConfig(): Pick<Config, 'port' | 'tls' | 'localName'>
  env: Record<string, string | undefined>
  /** Milliseconds since the epoch. */
  now: number
}

/** The database of what is looked at, opened once for all checks; `fault`: why it cannot be. Undefined where there is none. */
export type Book = { conn: Conn } | { fault: string } | undefined

/** `says`: a sentence for people. `remedy`: what to do about it, in one or two. */
export type Finding =
  { state: 'good'; says: string } | { state: 'warning' | 'bad'; says: string; remedy: string }

/** A usual trouble, under a name for people. Undefined: there is nothing to look at here. */
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
