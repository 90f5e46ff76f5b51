import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import type { StorefrontDeps } from '../parts.ts'
import { slugOf } from '../slugs.ts'
import { lastPlace } from './display-order.ts'
import { findOffer, findOfferBySlug, listAllOffers } from './offer-queries.ts'
import { writePictured, type PictureInput } from './picture.ts'
import { storeOffer } from './store-offer.ts'

export type OfferInput = {
  /** Undefined for a new one, which comes behind all others. */
  id: string | undefined
  title: string
  /** The other fields of a line (see `storeOffer`), slug and image aside. */
  line: JsonObject
  image: PictureInput
}

/**
 * Creates an offer, whose slug its title makes, or changes the one with an id, whose slug stays.
 * Throws AppError `not_found`, `conflict` and `invalid_request`, the last two with the field.
 */
export async function saveOffer(
  deps: StorefrontDeps,
  { id, title, line, image }: OfferInput,
): Promise<{ id: string }> {
  const saved = await writePictured(deps, image, (conn, pictured) => {
    const place = id === undefined ? newPlace(conn, title) : { slug: requireOffer(conn, id).slug }
    storeOffer(conn, deps, { ...line, title, ...place, ...pictured }, deps.clock.now())
    return { id: id ?? findOfferBySlug(conn).get({ slug: place.slug })?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** Throws AppError `not_found`. */
export function requireOffer(conn: Conn, id: string) {
  const offer = findOffer(conn).get({ id })
  if (offer !== undefined) return offer
  throw new AppError('not_found', 'There is no such offer any more.')
}

function newPlace(conn: Conn, title: string) {
  const slug = slugOf(title)
  if (slug === '') {
    throw new AppError('invalid_request', 'The title needs a letter or a digit.', {
      field: 'title',
    })
  }
  const holder = findOfferBySlug(conn).get({ slug })
  if (holder !== undefined) {
    throw new AppError('conflict', `There is an offer “${holder.title}” already.`, {
      field: 'title',
    })
  }
  return { slug, sort_order: lastPlace(listAllOffers(conn).all()) }
}
