import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { sentImage, type ImageChange } from '../../parts/image-field.tsx'

export type CategorySearch = { page?: number; search?: string }

/** Categories on a page: more than most shops have, so that all of them can be put in order at once. */
const pageSize = 100

/** Every query of categories begins with this, so that a change makes all of them ask again. */
export const allCategories = ['categories']

export function categoriesQuery({ page = 1, search }: CategorySearch) {
  const query = { page, size: pageSize, ...(search === undefined ? {} : { search }) }
  return queryOptions({
    queryKey: [...allCategories, query],
    queryFn: () => ask(api.categories.get({ query })),
    placeholderData: (before) => before,
  })
}

type CategoryPage = Awaited<ReturnType<NonNullable<ReturnType<typeof categoriesQuery>['queryFn']>>>
/** A category as the list has it. */
export type Category = CategoryPage['items'][number]

/** Changes a category, or adds one without an id. */
export function saveCategory(id: string | undefined, name: string, image: ImageChange) {
  const body = { name, ...sentImage(image) }
  return ask(id === undefined ? api.categories.post(body) : api.categories({ id }).post(body))
}
