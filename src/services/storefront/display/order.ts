import { AppError } from '../../../platform/errors.ts'

type Placed = { id: string; sortOrder: number }

/** In front of a row, or right behind one. */
export type Place = { before: string } | { after: string }

/**
 * The rows whose sort order changes when `id` moves to a place: they then count from 0. `rows` are all of them in their
 * order. Throws AppError `not_found` when one of the two is not there.
 */
export function replaced<Row extends Placed>(rows: readonly Row[], id: string, to: Place): Row[] {
  const moved = rows.find((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  const beside = others.findIndex((row) => row.id === ('before' in to ? to.before : to.after))
  if (moved === undefined || beside < 0) {
    throw new AppError('not_found', 'The list was changed meanwhile: look at it again.')
  }
  const orders = new Map(rows.map((row) => [row.id, row.sortOrder]))
  return others
    .toSpliced('before' in to ? beside : beside + 1, 0, moved)
    .map((row, sortOrder) => ({ ...row, sortOrder }))
    .filter((row) => orders.get(row.id) !== row.sortOrder)
}

/** The place behind all others. */
export function lastPlace(rows: readonly Placed[]): number {
  return rows.reduce((last, { sortOrder }) => Math.max(last, sortOrder + 1), 0)
}
