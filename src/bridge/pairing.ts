import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, readFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Company } from './books.ts'
import { stockChoice } from './stock/plan.ts'
import { writeDurably } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import { isJsonObject, type JsonObject, parseOrNothing } from '../platform/json/json.ts'
import { type Secrets, secretsIn } from '../platform/secrets.ts'

const companySchema = Type.Object({
  number: Type.String(),
  guid: Type.String(),
  name: Type.String(),
  booksFrom: Type.String(),
})

/** Fields of every pairing. */
const common = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** The address of the books. */
  books: Type.String(),
  company: companySchema,
  /** Whether the bridge sends names of sellers and items to Daybook's lists. */
  names: Type.Optional(Type.Boolean()),
  /** Absent: the bridge sends no stock to the storefront. */
  stock: Type.Optional(stockChoice),
})

/** What `pair` writes and `run` reads: a file that only its user may read, with sealed keys. */
const pairingSchema = Type.Union([
  Type.Composite([common, Type.Object({ system: Type.Literal('tally') })]),
  Type.Composite([
    common,
    Type.Object({
      system: Type.Literal('erpnext'),
      /** `KEY:SECRET` of a user there. */
      token: Type.String(),
      /** The field with a document's key: `name` where the site keeps it, else a unique field that somebody created. */
      idField: Type.String(),
      /** Whether the bridge submits drafts. */
      submits: Type.Boolean(),
      /** The item that stands for goods of one tax rate. `{rate}` is replaced by the rate. '' for lines without an item. */
      goodsItem: Type.String(),
    }),
  ]),
])

export type Pairing = Static<typeof pairingSchema>

export async function writePairing(folder: string, pairing: Pairing): Promise<void> {
  makeFolder(folder)
  await writeSealed(fileOf(folder), pairing)
}

/** Tries whether the folder can hold a pairing, and leaves nothing there. Throws the disk's error. */
export function tryFolder(folder: string): void {
  const isNew = !existsSync(folder)
  makeFolder(folder)
  rmdirSync(mkdtempSync(join(folder, 'try-')))
  if (isNew) rmdirSync(folder)
}

function isPaired(folder: string): boolean {
  return existsSync(fileOf(folder))
}

/** Seals the keys in a file that an older Daybook wrote. */
export async function sealPairing(folder: string): Promise<void> {
  if (isPaired(folder)) await sealPlain(fileOf(folder))
}

/** The paired company, read without opening the keys. Undefined without a pairing. */
export function findPairedCompany(folder: string): Company | undefined {
  const company = isPaired(folder) ? readOpen(fileOf(folder))?.['company'] : undefined
  return Value.Check(companySchema, company) ? company : undefined
}

/** Throws AppError `not_found` before any pairing, `conflict` for a broken file or keys that cannot be opened. */
export async function readPairing(folder: string): Promise<Pairing> {
  const file = fileOf(folder)
  if (!existsSync(file)) {
    throw new AppError(
      'not_found',
      `No books are paired in ${folder}: "daybook bridge pair tally" pairs a company that is open in Tally.`,
    )
  }
  const pairing = await readSealed(file)
  if (Value.Check(pairingSchema, pairing)) return pairing
  throw new AppError('conflict', `${file} is not what this Daybook writes: pair the books anew.`)
}

/**
 * The folder of a company's journal. Each company has its own journal and marks. A renamed company keeps its folder, because its history
 * must survive when it is paired again.
 */
export function booksFolder(folder: string, company: Omit<Company, 'name'>): string {
  const { number, guid, booksFrom } = company
  const tuple = [number, guid, booksFrom].join('|')
  const hash = new Bun.CryptoHasher('sha256').update(tuple).digest('hex').slice(0, 12)
  const path = join(folder, `books-${hash}`)
  makeFolder(path)
  return path
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}

function fileOf(folder: string): string {
  return join(folder, 'pairing.json')
}

/*
 * Keeps a pairing on disk with its keys sealed. The sealing key is `secret.key` in the same folder. A copy of the pairing file alone,
 * such as one sent to support, opens nothing.
 */

/** The secret fields of a pairing. */
const secretFields = ['scanKey', 'ordersKey', 'token'] as const

/** Writes a pairing with its secrets sealed. */
export async function writeSealed(
  file: string,
  pairing: Readonly<Record<string, unknown>>,
): Promise<void> {
  const open = Object.entries(pairing)
  const secrets = JSON.stringify(Object.fromEntries(open.filter(isSecret)))
  const rest = Object.fromEntries(open.filter((entry) => !isSecret(entry)))
  const sealed = await secretsBeside(file).seal(secrets)
  const text = `${JSON.stringify({ ...rest, sealed }, null, 2)}\n`
  await writeDurably(file, new TextEncoder().encode(text))
}

function isSecret([name]: [string, unknown]): boolean {
  return secretFields.some((field) => field === name)
}

/**
 * Reads a pairing from `writeSealed`, or an unsealed one of an older Daybook. Undefined for a broken file. Throws AppError `conflict`
 * where the sealing key is missing or a different one.
 */
export async function readSealed(file: string): Promise<JsonObject | undefined> {
  const kept = readOpen(file)
  if (kept === undefined) return undefined
  const { sealed, ...rest } = kept
  if (sealed === undefined) return rest
  const text = typeof sealed === 'string' ? await secretsBeside(file).open(sealed) : undefined
  const secrets = parseOrNothing(text ?? '')
  if (isJsonObject(secrets)) return { ...rest, ...secrets }
  throw new AppError(
    'conflict',
    `The keys in ${file} cannot be opened: secret.key in the same folder is gone or is another one. Pair the books anew.`,
  )
}

/** The fields of a pairing that are not secret. */
function readOpen(file: string): JsonObject | undefined {
  const kept: unknown = parseOrNothing(readFileSync(file, 'utf8'))
  return isJsonObject(kept) ? kept : undefined
}

/** Seals a file that an older Daybook wrote. */
export async function sealPlain(file: string): Promise<void> {
  const kept = readOpen(file)
  if (kept !== undefined && kept['sealed'] === undefined) await writeSealed(file, kept)
}

function secretsBeside(file: string): Secrets {
  return secretsIn(join(dirname(file), 'secret.key'))
}
