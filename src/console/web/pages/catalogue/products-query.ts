import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import type { ProductSearch } from './product-search.ts'

/** Products on a page. */
const pageSize = 50

export function productsQuery({ page = 1, ...search }: ProductSearch) {
  const query = { page, size: pageSize, ...search }
  return queryOptions({
    queryKey: ['products', query],
    queryFn: () => ask(api.products.get({ query })),
    placeholderData: (before) => before,
  })
}

export const productOptionsQuery = queryOptions({
  queryKey: ['products', 'options'],
  queryFn: () => ask(api.products.options.get()),
})

/** What is typed must not be overwritten: a form asks once, when it is opened. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: () => ask(api.products({ id }).get()),
  })
}

export function vendorsQuery(search: string) {
  return queryOptions({
    queryKey: ['product vendors', search],
    queryFn: () => ask(api.products.vendors.get({ query: { search } })),
    placeholderData: (before) => before,
  })
}

type ProductPage = AnswerOf<typeof productsQuery>
/** A product as the list has it. */
export type ListedProduct = ProductPage['items'][number]
/** A product as its own page has it. */
export type Product = AnswerOf<typeof productQuery>
export type Category = { id: string; name: string }
