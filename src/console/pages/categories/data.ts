import { api, ask, type AnswerOf } from '../../client.ts'
import { sentImage, type ImageChange } from '../../components/image-field.tsx'
import { listQuery, pageSearch, searchOf, textSearch } from '../../search.ts'

/** More than the categories of most shops, so that all can be sorted on one page. */
const pageSize = 100

/** The list's values in the address. */
export const categorySearch = searchOf(pageSearch, textSearch('search'))

export const categoriesQuery = listQuery(
  ['categories'],
  categorySearch,
  (query) => api.categories.get({ query }),
  pageSize,
)

/** A category as the list has it. */
export type Category = AnswerOf<typeof categoriesQuery>['items'][number]

/** Changes a category, or adds one if there is no id. */
export function saveCategory(id: string | undefined, name: string, image: ImageChange) {
  const body = { name, ...sentImage(image) }
  return ask(id === undefined ? api.categories.post(body) : api.categories({ id }).post(body))
}
