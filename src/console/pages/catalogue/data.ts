import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import {
  choiceSearch,
  listQuery,
  pageSearch,
  searchOf,
  sortSearch,
  textSearch,
} from '../../search.ts'

/** The filters of products in the address. */
export const productSearch = searchOf(
  pageSearch,
  textSearch('search'),
  textSearch('category'),
  choiceSearch('approval', ['approved', 'pending', 'rejected', 'draft']),
  choiceSearch('active', ['yes', 'no']),
  choiceSearch('lacks', ['stock', 'price', 'image']),
  sortSearch(['created', 'name', 'price', 'stock', 'changed']),
)

/** The product to copy, in the address. */
export const newProductSearch = searchOf(textSearch('copy'))

export const productsQuery = listQuery(['products'], productSearch, (query) =>
  api.products.get({ query }),
)

/** The categories for the filter and for moving products. */
export const productOptionsQuery = queryOptions({
  queryKey: ['products', 'options'],
  queryFn: () => ask(api.products.options.get()),
  select: ({ categories }) => categories.map(({ id, name }) => ({ value: id, label: name })),
})

/** Loaded once when the form opens, so that typed values are not overwritten. */
export function productQuery(id: string) {
  return answerQuery(['products', 'one', id], () => api.products({ id }).get())
}

export function vendorsQuery(search: string) {
  return pagedQuery(['product vendors', search], () =>
    api.products.vendors.get({ query: { search } }),
  )
}

/** A product as the list has it. */
export type ListedProduct = AnswerOf<typeof productsQuery>['items'][number]
/** A product on its own page. */
export type Product = AnswerOf<typeof productQuery>
export type CategoryChoice = { value: string; label: string }

/** The names of the approval states. */
export const approvalWords: Readonly<Record<ListedProduct['approval'], string>> = {
  approved: 'Approved',
  pending: 'Waiting for approval',
  rejected: 'Rejected',
  draft: 'Draft',
}

export const approvalChoices = Object.entries(approvalWords).map(([value, label]) => ({
  value,
  label,
}))
