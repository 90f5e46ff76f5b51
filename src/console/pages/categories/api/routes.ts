import { Elysia } from 'elysia'
import { queryOf, querySchemaOf } from '../../../../platform/http/fields.ts'
import { foldText } from '../../../../platform/text.ts'
import {
  categoryDisplay,
  countProductsByCategory,
  deleteCategory,
  listAllCategories,
} from '../../../../services/storefront/display/categories.ts'
import { moveDisplayed, saveDisplayed } from '../../../../services/storefront/display/display.ts'
import { uncategorisedId } from '../../../../services/storefront/service.ts'
import { productWords } from '../../catalogue/api/product-words.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter, pageField } from '../../../api/fields.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { refusalIn } from '../../../api/words.ts'
import { categoryBody, moveBody, searchField, shownImage, sizeField } from './display.ts'

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
      query: querySchemaOf([pageField, sizeField, searchField]),
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
