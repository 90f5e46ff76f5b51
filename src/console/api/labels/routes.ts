import { Elysia } from 'elysia'
import { queryOf, querySchemaOf, textField } from '../../../platform/http/fields.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { listLabels } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { forCounter } from '../guard.ts'

/** Products that labels are printed of at once. */
const productsMax = 200

/** Characters of as many ids with commas between. */
const idsCharactersMax = 8_000

const productsField = textField('products', {
  maxLength: idsCharactersMax,
  description: 'Ids of products, with commas between.',
})

/** What price labels say. */
export function labelRoutes({ storefront, catalogue }: ConsoleDeps) {
  return new Elysia().get(
    '/api/products/labels',
    ({ request }) => {
      const ids = idsIn(productsField.read(queryOf(request)) ?? '')
      return { items: listLabels(storefront, catalogue, ids) }
    },
    { query: querySchemaOf([productsField]), ...forCounter },
  )
}

/** Throws AppError `invalid_request`. */
function idsIn(text: string): string[] {
  const ids = [...new Set(text.split(',').filter((id) => id !== ''))]
  if (ids.length <= productsMax) return ids
  throw notAllowed('products', `at most ${productsMax} ids`, ids.length)
}
