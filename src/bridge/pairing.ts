import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { writeDurably } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import type { Company } from './books.ts'
import { skuSources } from './stock/plan.ts'
import { parseOrNothing } from '../platform/json/json.ts'

/** What every pairing has. */
const common = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** The address of the books. */
  books: Type.String(),
  company: Type.Object({
    number: Type.String(),
    guid: Type.String(),
    name: Type.String(),
    booksFrom: Type.String(),
  }),
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

/** What `pair` found and `run` works with: a file that only its user may read, since keys are in it. */
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
  const text = `${JSON.stringify(pairing, null, 2)}\n`
  await writeDurably(fileOf(folder), new TextEncoder().encode(text))
}

export function isPaired(folder: string): boolean {
  return existsSync(fileOf(folder))
}

/** Throws AppError `not_found` before anything was paired, `conflict` for a file that is none. */
export function readPairing(folder: string): Pairing {
  const file = fileOf(folder)
  if (!existsSync(file)) {
    throw new AppError(
      'not_found',
      `No books are paired in ${folder}: "daybook bridge pair tally" pairs a company that is open in Tally.`,
    )
  }
  const pairing: unknown = parseOrNothing(readFileSync(file, 'utf8'))
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
