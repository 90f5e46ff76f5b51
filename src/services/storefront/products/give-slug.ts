import type { Conn } from '../../../platform/db/connection.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { numberedSlug, slugOf } from '../slugs.ts'
import { findSlugHolder } from './queries.ts'
import { reservedSlugs } from './field-kinds.ts'

/**
 * The slug of a new product: of its name, else of its SKU, else its id; numbered from 2 when it is taken.
 * Looks up some 25 slugs where 10,000 products share a name: it doubles the number until one is free, then halves.
 */
export function giveSlug(conn: Conn, product: { name: string; sku: string; id: string }): string {
  const slug = slugOf(product.name) || slugOf(product.sku) || product.id
  if (isFree(conn, slug)) return slug
  let taken = 1
  let free = 2
  while (!isFree(conn, numberedSlug(slug, free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (isFree(conn, numberedSlug(slug, middle))) free = middle
    else taken = middle
  }
  return numberedSlug(slug, free)
}

/** Refuses a slug that another product has. Throws AppError `conflict`. */
export function requireFreeSlug(conn: Conn, slug: string, ownSeq: number | undefined): void {
  const holder = findSlugHolder(conn).get({ slug })
  if (holder === undefined || holder.seq === ownSeq) return
  const who = holder.sku === null ? holder.name : `${holder.name} (SKU ${holder.sku})`
  throw refusedAs(
    'conflict',
    'slug',
    say`${fieldAt('slug')} ${slug} is taken by the product ${who}.`,
  )
}

function isFree(conn: Conn, slug: string): boolean {
  return !reservedSlugs.has(slug) && findSlugHolder(conn).get({ slug }) === undefined
}
