import { Type } from '@sinclair/typebox'
import { wholeNumberField } from '../../../platform/http/fields.ts'
import { imageUrl, isStoredFile } from '../../../services/storefront/service.ts'
import { searchFieldOf, textOf } from '../fields.ts'

const sizeMax = 200
/** Characters of an image of 5 MiB in base64, and some. */
const imageCharactersMax = 7_500_000

export const sizeField = wholeNumberField('size', {
  minimum: 1,
  maximum: sizeMax,
  default: 100,
  description: 'Entries on a page.',
})

export const searchField = searchFieldOf('A part of the name.')

/** Another image in base64; null takes it away, and without it nothing changes. */
export const imageField = Type.Optional(
  Type.Unsafe<string | null>({
    ...Type.Union([Type.String({ maxLength: imageCharactersMax }), Type.Null()]),
    expected: `an image in base64 of at most ${imageCharactersMax} characters, or null`,
  }),
)

export const categoryBody = Type.Object({ name: textOf('a text'), image: imageField })

/** The entry that it comes in front of, or the one that it comes right behind. */
export const moveBody = Type.Union(
  [Type.Object({ before: textOf('an id') }), Type.Object({ after: textOf('an id') })],
  { expected: 'an object with before or after, which is the id of another entry' },
)

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
