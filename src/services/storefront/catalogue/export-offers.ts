import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listAllOffers } from './offer-queries.ts'

/** Every offer as a line that can be imported; a stored image by its path here. */
export function exportOffers(conn: Conn): JsonObject[] {
  return listAllOffers(conn)
    .all()
    .map((offer) => ({
      slug: offer.slug,
      title: offer.title,
      subtitle: offer.subtitle,
      badge_text: offer.badgeText,
      image_url: offer.image === null ? null : imageUrl(offer.image, ''),
      rule_kind: offer.ruleKind,
      rule_value: offer.ruleValue,
      sort_order: offer.sortOrder,
      is_active: offer.isActive,
      starts_at: isoTime(offer.startsAt),
      ends_at: isoTime(offer.endsAt),
    }))
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
