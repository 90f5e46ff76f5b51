import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import { listAllCategories } from './category-queries.ts'

/** Every category, also the built-in one, as a line that can be imported; a stored image by its path here. */
export function exportCategories(conn: Conn): JsonObject[] {
  return listAllCategories(conn)
    .all()
    .map(({ slug, name, sortOrder, image }) => ({
      slug,
      name,
      sort_order: sortOrder,
      image_url: image === null ? null : imageUrl(image, ''),
    }))
}
