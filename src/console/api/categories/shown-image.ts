import { imageUrl, isStoredFile } from '../../../services/storefront/service.ts'

/** A picture that is kept here by its path; of one elsewhere only the address, since the console loads nothing from there. */
export function shownImage(image: string | null): {
  image: string | null
  imageElsewhere: string | null
} {
  if (image === null) return { image: null, imageElsewhere: null }
  return isStoredFile(image)
    ? { image: imageUrl(image, ''), imageElsewhere: null }
    : { image: null, imageElsewhere: image }
}
