import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../platform/errors.ts'
import type { Company } from './books.ts'
import { readOpen, readSealed, sealPlain, writeSealed } from './sealed-file.ts'
import { skuSources } from './stock/plan.ts'

const companySchema = Type.Object({
  number: Type.String(),
  guid: Type.String(),
  name: Type.String(),
  booksFrom: Type.String(),
})

/** What every pairing has. */
const common = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** The address of the books. */
  books: Type.String(),
  company: companySchema,
  /** Whether names of sellers and items come to Daybook's lists. */
  names: Type.Optional(Type.Boolean()),
  /** Absent: no stock goes to the storefront. */
  stock: Type.Optional(
    Type.Object({
      sku: Type.Union(skuSources.map((source) => Type.Literal(source))),
      price: Type.Optional(Type.Object({ level: Type.String(), hasGst: Type.Boolean() })),
    }),
  ),
})

/** What `pair` found and `run` works with: a file that only its user may read, with its keys sealed. */
const pairingSchema = Type.Union([
  Type.Composite([common, Type.Object({ system: Type.Literal('tally') })]),
  Type.Composite([
    common,
    Type.Object({
      system: Type.Literal('erpnext'),
      /** `KEY:SECRET` of a user there. */
      token: Type.String(),
      /** The field that has a document's key, `name` or a unique one that somebody made. */
      idField: Type.String(),
      /** Drafts are taken into the accounts. */
      submits: Type.Boolean(),
      /** See `ErpnextChoice`. */
      goodsItem: Type.String(),
    }),
  ]),
])

export type Pairing = Static<typeof pairingSchema>

export async function writePairing(folder: string, pairing: Pairing): Promise<void> {
  makeFolder(folder)
  await writeSealed(fileOf(folder), pairing)
}

/** Tries whether a pairing can be kept in a folder, and leaves nothing there. Throws what the disk says. */
export function tryFolder(folder: string): void {
  const isNew = !existsSync(folder)
  makeFolder(folder)
  rmdirSync(mkdtempSync(join(folder, 'try-')))
  if (isNew) rmdirSync(folder)
}

function isPaired(folder: string): boolean {
  return existsSync(fileOf(folder))
}

/** Seals the keys that an older Daybook wrote. */
export async function sealPairing(folder: string): Promise<void> {
  if (isPaired(folder)) await sealPlain(fileOf(folder))
}

/** Which company is paired, without opening the keys; undefined for none. */
export function findPairedCompany(folder: string): Company | undefined {
  const company = isPaired(folder) ? readOpen(fileOf(folder))?.['company'] : undefined
  return Value.Check(companySchema, company) ? company : undefined
}

/** Throws AppError `not_found` before anything was paired, `conflict` for a file that is none, and where its keys cannot be opened. */
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
 * Where the journal of a company is: books that are paired later have one of their own, with their own marks. A company
 * that was given another name is the same: what is known of it may not be forgotten when it is paired anew.
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
