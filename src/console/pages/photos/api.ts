import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { matchPhotos, putPhotos } from '../../../services/storefront/products/photos.ts'
import { imagesMax as photosMax } from '../../../services/storefront/images/store-images.ts'
import { productWords } from '../catalogue/api/product-words.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter } from '../../api/fields.ts'
import { forCounter, sessionOf } from '../../api/guard.ts'
import { refusalIn, sentenceIn } from '../../api/words.ts'

/** The most files in one drop: the photos of a large shop's shelf. */
const namesMax = 1_000

/** The longest name of a file, in characters, above the limit of any system. */
const nameCharactersMax = 1_000

const matchBody = Type.Object({
  names: Type.Array(Type.String({ maxLength: nameCharactersMax }), {
    minItems: 1,
    maxItems: namesMax,
    expected: `a list of 1 to ${namesMax} names of files`,
  }),
})

/** A data URL, and a description of the photo. */
const photo = Type.Object({ base64: Type.String(), alt: Type.String() })

const photosBody = Type.Object({
  photos: Type.Array(Type.Union([Type.String(), photo]), {
    minItems: 1,
    maxItems: photosMax,
    expected: `a list of 1 to ${photosMax} photos`,
  }),
  replaces: Type.Boolean({ expected: 'true or false' }),
})

/** Photos of many products: finding their products, and giving them to a product. */
export function photoRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .post('/api/product-photos/match', ({ body }) => matchPhotos(deps.storefront, body.names), {
      body: matchBody,
      ...forCounter,
    })
    .post(
      '/api/products/:id/photos',
      async ({ request, params: { id }, body }) => {
        const by = sessionOf(request).userId
        const input = { productId: id, by, ...body }
        try {
          const { changed, warnings } = await putPhotos(deps.storefront, input)
          return { changed, warnings: warnings.map((each) => sentenceIn(productWords, each)) }
        } catch (error) {
          throw refusalIn(productWords, error)
        }
      },
      { ...idParameter, body: photosBody, ...forCounter },
    )
}
