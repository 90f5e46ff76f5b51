import { Elysia } from 'elysia'
import { Type } from '@sinclair/typebox'
import { queryOf, wholeNumberField } from '../../../platform/http/fields.ts'
import { foldText } from '../../../platform/text.ts'
import {
  categoryDisplay,
  countProductsByCategory,
  deleteCategory,
  listAllCategories,
} from '../../../services/storefront/display/categories.ts'
import { moveDisplayed, saveDisplayed } from '../../../services/storefront/display/display.ts'
import { uncategorisedId } from '../../../services/storefront/service.ts'
import { productWords } from '../catalogue/api/product-words.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { idParameter, listQueryOf, pageField, searchFieldOf, textOf } from '../../api/fields.ts'
import { forCounter, sessionOf } from '../../api/guard.ts'
import { refusalIn } from '../../api/words.ts'
import { imageUrl, isStoredFile } from '../../../services/storefront/images/store-images.ts'

type SentCategory = (typeof categoryBody)['static']

/** Categories of the catalogue, in display order. */
export function categoryRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  const save = (request: Request, id: string | undefined, { name, image }: SentCategory) => {
    const by = sessionOf(request).userId
    return saveDisplayed(storefront, categoryDisplay, { id, title: name, image, by }).catch(
      (error: unknown) => {
        throw refusalIn(productWords, error)
      },
    )
  }
  return new Elysia()
    .get('/api/categories', ({ request }) => listCategories(deps, request), {
      query: listQueryOf([searchField]),
      ...forCounter,
    })
    .post('/api/categories', ({ request, body }) => save(request, undefined, body), {
      body: categoryBody,
      ...forCounter,
    })
    .post('/api/categories/:id', ({ request, params: { id }, body }) => save(request, id, body), {
      ...idParameter,
      body: categoryBody,
      ...forCounter,
    })
    .post(
      '/api/categories/:id/move',
      async ({ request, params: { id }, body }) => {
        await moveDisplayed(storefront, categoryDisplay, id, body, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, body: moveBody, ...forCounter },
    )
    .post(
      '/api/categories/:id/delete',
      ({ request, params: { id } }) => deleteCategory(storefront, id, sessionOf(request).userId),
      { ...idParameter, ...forCounter },
    )
}

/** A shop has tens of categories, so all of them are read and a page is cut out. */
function listCategories({ database }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const [page, size] = [pageField.read(query), sizeField.read(query)]
  const search = foldText(searchField.read(query) ?? '')
  const all = listAllCategories(database.read)
    .all()
    .map((category, place) => ({ ...category, place }))
    .filter(({ name }) => foldText(name).includes(search))
  const counts = countProductsByCategory(database.read).all()
  const countOf = (id: string, wanted: boolean) =>
    counts.find(({ categoryId, isListed }) => categoryId === id && isListed === wanted)?.n ?? 0
  const items = all
    .slice((page - 1) * size, page * size)
    .map(({ id, name, slug, image, place }) => ({
      id,
      name,
      slug,
      place,
      ...shownImage(image),
      listedProducts: countOf(id, true),
      products: countOf(id, true) + countOf(id, false),
      isBuiltIn: id === uncategorisedId,
    }))
  return { items, total: all.length, page, size }
}

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

const categoryBody = Type.Object({ name: textOf('a text'), image: imageField })

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
