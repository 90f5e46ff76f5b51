import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { sentImage, type ImageChange } from '../../components/image-field.tsx'
import { pageSearch, searchOf, textSearch } from '../../search.ts'

/** More than the categories of most shops, so that all can be sorted on one page. */
const pageSize = 100

/** The list's values in the address. */
export const categorySearch = searchOf(pageSearch, textSearch('search'))

export function categoriesQuery(
  { page = 1, ...search }: ReturnType<typeof categorySearch>,
  size = pageSize,
) {
  const query = { page, size, ...search }
  return queryOptions({
    queryKey: ['categories', query],
    queryFn: () => ask(api.categories.get({ query })),
    placeholderData: (before) => before,
  })
}

/** A category as the list has it. */
export type Category = AnswerOf<typeof categoriesQuery>['items'][number]

/** Changes a category, or adds one if there is no id. */
export function saveCategory(id: string | undefined, name: string, image: ImageChange) {
  const body = { name, ...sentImage(image) }
  return ask(id === undefined ? api.categories.post(body) : api.categories({ id }).post(body))
}
