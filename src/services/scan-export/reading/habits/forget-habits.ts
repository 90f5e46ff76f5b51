import { removeAlias } from '../../../../names/change-names.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import type { SellerHabits } from '../../../../reader/habits/habit.ts'
import { learntAliasesOf } from './keep-aliases.ts'
import {
  deleteSeller,
  keepSeller,
  type KnownSeller,
  knownSellerById,
  listKnownSellers,
} from './keep-habits.ts'

/** One thing that was learnt of a seller. `key`: a field's key, a column's heading, a rate in per cent, or an alias's id. */
export type LearntThing = { kind: 'field' | 'column' | 'rate' | 'alias'; key: string }

type Deps = Pick<ScanExportDeps, 'database' | 'clock'>

/** Forgets one thing that a seller's bills taught. `by` is the owner. Throws AppError `not_found`. */
export async function forgetThing(
  { database, clock }: Deps,
  id: string,
  thing: LearntThing,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const seller = requireSeller(conn, id)
    if (thing.kind === 'alias') forgetAlias(conn, seller, thing.key)
    else keepSeller(conn, { ...seller, habits: without(seller.habits, thing) })
    const details = { seller: seller.name || seller.habits.seller, kind: thing.kind }
    recordHistory(conn, clock.now(), { action: 'habit forgotten', userId: by, details })
  })
}

/** Forgets everything that a seller's bills taught, with the aliases. `by` is the owner. Throws AppError `not_found`. */
export async function forgetSeller(
  { database, clock }: Deps,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const seller = requireSeller(conn, id)
    forgetAllOf(conn, seller)
    const details = { seller: seller.name || seller.habits.seller }
    recordHistory(conn, clock.now(), { action: 'habits forgotten', userId: by, details })
  })
}

/** Forgets everything that the bills of all sellers taught, in the caller's transaction. */
export function forgetHabits(conn: Conn): void {
  for (const seller of listKnownSellers(conn)) forgetAllOf(conn, seller)
}

/** Throws AppError `not_found`. */
export function requireSeller(conn: Conn, id: string): KnownSeller {
  const seller = knownSellerById(conn, id)
  if (seller !== undefined) return seller
  throw new AppError('not_found', 'Nothing is known of this seller’s bills any more.')
}

function forgetAllOf(conn: Conn, { id }: KnownSeller): void {
  for (const { aliasId } of learntAliasesOf(conn, id)) removeAlias(conn, aliasId)
  deleteSeller(conn, id)
}

function forgetAlias(conn: Conn, { id }: KnownSeller, aliasId: string): void {
  const own = learntAliasesOf(conn, id)
  if (!own.some((alias) => alias.aliasId === aliasId)) throw notLearnt()
  removeAlias(conn, aliasId)
}

function without(habits: SellerHabits, { kind, key }: LearntThing): SellerHabits {
  const left = {
    ...habits,
    fields: habits.fields.filter((one) => kind !== 'field' || one.key !== key),
    columns: habits.columns.filter((one) => kind !== 'column' || one.heading !== key),
    rates: habits.rates.filter((one) => kind !== 'rate' || `${one.pct}` !== key),
  }
  if (countOf(left) === countOf(habits)) throw notLearnt()
  return left
}

/** Fields, columns and rates. */
function countOf({ fields, columns, rates }: SellerHabits): number {
  return fields.length + columns.length + rates.length
}

function notLearnt(): AppError {
  return new AppError('not_found', 'This is not known of the seller’s bills any more.')
}
