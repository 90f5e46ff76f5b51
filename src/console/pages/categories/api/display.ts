import { Type } from '@sinclair/typebox'
import { wholeNumberField } from '../../../../platform/http/fields.ts'
import { imageUrl, isStoredFile } from '../../../../services/storefront/images/image-refs.ts'
import { searchFieldOf, textOf } from '../../../api/fields.ts'

const sizeMax = 200
/** Slightly more than the base64 of a 5 MiB image, in characters. */
const imageCharactersMax = 7_500_000

export const sizeField = wholeNumberField('size', {
  minimum: 1,
  maximum: sizeMax,
  default: 100,
  description: 'Entries on a page.',
})

export const searchField = searchFieldOf('A part of the name.')

/** A new image in base64. Null removes the image. Without the field, it stays. */
export const imageField = Type.Optional(
  Type.Unsafe<string | null>({
    ...Type.Union([Type.String({ maxLength: imageCharactersMax }), Type.Null()]),
    expected: `an image in base64 of at most ${imageCharactersMax} characters, or null`,
  }),
)

export const categoryBody = Type.Object({ name: textOf('a text'), image: imageField })

/** The entry before which, or after which, the moved entry goes. */
export const moveBody = Type.Union(
  [Type.Object({ before: textOf('an id') }), Type.Object({ after: textOf('an id') })],
  { expected: 'an object with before or after, which is the id of another entry' },
)

/** A stored image by its path. For an image elsewhere only the address, because the console loads nothing from other hosts. */
export function shownImage(image: string | null): {
  image: string | null
  imageElsewhere: string | null
} {
  if (image === null) return { image: null, imageElsewhere: null }
  return isStoredFile(image)
    ? { image: imageUrl(image, ''), imageElsewhere: null }
    : { image: null, imageElsewhere: image }
}
