import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import {
  notAllowed,
  readFields,
  Reading,
  refused,
  toJson,
  type Fields,
  type Values,
} from '../../../platform/record/read.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory, type storefrontActions } from '../history.ts'
import { imageUrl } from '../images/image-refs.ts'
import { deleteUnusedImages } from '../images/store-images.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'
import { writePictured, type PictureInput } from './image.ts'
import { titleCharactersMax } from './record.ts'

/*
 * What categories and offers have in common: the shop shows them in an order of its own, each by a slug and with an image.
 */

export type DisplayKind = {
  noun: 'a category' | 'an offer'
  /** The field that says what one is called, and that makes its slug. */
  titleField: 'name' | 'title'
  /** What account history calls it. */
  actions: Readonly<Record<Exclude<Stored, 'unchanged'> | 'moved', keyof typeof storefrontActions>>
  /** All of them in their order: a shop has tens. */
  list(conn: Conn): Displayed[]
  /** Creates the one of a line, or changes the one with its slug. Throws AppError `invalid_request`. */
  store(conn: Conn, deps: Pick<StorefrontDeps, 'store'>, line: JsonObject, now: number): Stored
  place(conn: Conn, placed: { id: string; sortOrder: number; updatedAt: number }): void
}

/** One of a kind, with what it is called. */
type Displayed = { id: string; slug: string; sortOrder: number; title: string }

/** What became of a line. */
export type Stored = 'created' | 'updated' | 'unchanged'

/** What a form asks for. */
export type DisplayInput = {
  /** Undefined for a new one, which comes behind all others. */
  id: string | undefined
  title: string
  /** The other fields of a line, slug and image aside. */
  line?: JsonObject
  image: PictureInput
  /** The user who asks, for account history. */
  by?: string | undefined
}

/**
 * Creates one, whose slug its title makes, or changes the one with an id, whose slug stays.
 * Throws AppError `not_found`, `conflict` and `invalid_request`, the last two with the field.
 */
export async function saveDisplayed(
  deps: StorefrontDeps,
  kind: DisplayKind,
  { id, title, line, image, by }: DisplayInput,
): Promise<{ id: string }> {
  const saved = await writePictured(deps, image, (conn, pictured) => {
    const place =
      id === undefined
        ? newPlace(conn, kind, title)
        : { slug: requireDisplayed(kind.list(conn), kind, id).slug }
    const whole = { ...line, [kind.titleField]: title, ...place, ...pictured }
    const now = deps.clock.now()
    const stored = kind.store(conn, deps, whole, now)
    if (stored !== 'unchanged') {
      const details = { [kind.titleField]: title }
      recordHistory(conn, now, { action: kind.actions[stored], userId: by, details })
    }
    return { id: id ?? kind.list(conn).find(({ slug }) => slug === place.slug)?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** In front of another one, or right behind it. */
export type Place = { before: string } | { after: string }

/** Moves one beside another one; `by` is the user who asks. Throws AppError `not_found`. */
export async function moveDisplayed(
  { database, clock }: StorefrontDeps,
  kind: DisplayKind,
  id: string,
  to: Place,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const rows = kind.list(conn)
    const moved = replaced(rows, id, to)
    if (moved.length === 0) return
    raiseCatalogueVersion(conn)
    const now = clock.now()
    for (const row of moved) kind.place(conn, { ...row, updatedAt: now })
    const details = { [kind.titleField]: requireDisplayed(rows, kind, id).title }
    recordHistory(conn, now, { action: kind.actions.moved, userId: by, details })
  })
}

/** Throws AppError `not_found`. */
export function requireDisplayed<Row extends { id: string }>(
  rows: readonly Row[],
  { noun }: DisplayKind,
  id: string,
): Row {
  const row = rows.find((one) => one.id === id)
  if (row !== undefined) return row
  throw new AppError('not_found', `There is no such ${noun.split(' ')[1]} any more.`)
}

/** What a line says of its fields, the image aside. Throws AppError `invalid_request` that names the field. */
export function readLine<F extends Fields>(fields: F, line: JsonObject): Partial<Values<F>> {
  const reading = new Reading()
  const values = readFields(fields, line, reading, '', (name) => name === 'image_url')
  reading.requireNoFault()
  return values
}

/** One of a kind as a line that can be imported; a stored image by its path here. */
export function lineOf<F extends Fields>(fields: F, row: Values<F> & { image: string | null }) {
  const { image } = row
  return { ...toJson(fields, row), image_url: image === null ? null : imageUrl(image, '') }
}

/** The refusal of a line that neither has nor keeps a title. */
export function missingTitle({ titleField }: DisplayKind): AppError {
  return refused({ rule: 'line', max: titleCharactersMax, field: titleField, got: undefined })
}

/** The slug of a line that gives none. Throws AppError `invalid_request`. */
export function slugOfTitle(title = ''): string {
  const slug = slugOf(title)
  if (slug !== '') return slug
  const allowed = `text of 1 to ${slugCharactersMax} characters with a letter or digit when no name makes one`
  throw notAllowed('slug', allowed, undefined)
}

function newPlace(conn: Conn, { noun, titleField, list }: DisplayKind, title: string) {
  const slug = slugOf(title)
  if (slug === '') {
    const message = `The ${titleField} needs a letter or a digit.`
    throw new AppError('invalid_request', message, { field: titleField })
  }
  const rows = list(conn)
  const holder = rows.find((row) => row.slug === slug)
  if (holder !== undefined) {
    const message = `There is ${noun} “${holder.title}” already.`
    throw new AppError('conflict', message, { field: titleField })
  }
  const last = rows.reduce((behind, { sortOrder }) => Math.max(behind, sortOrder + 1), 0)
  return { slug, sort_order: last }
}

/**
 * The rows whose sort order changes when `id` moves to a place: they then count from 0. `rows` are all of them in their
 * order. Throws AppError `not_found` when one of the two is not there.
 */
function replaced(rows: readonly Displayed[], id: string, to: Place): Displayed[] {
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
