import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { changeProducts } from '../../../../services/storefront/inventory/save-product.ts'
import { deleteProducts } from '../../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { idsOf, partsOf, whichBody } from '../../../api/which.ts'
import { refusalIn } from '../../../api/words.ts'
import { filterQuery, listIds } from './list-products.ts'
import { productWords } from './product-words.ts'

const changeBody = Type.Object({
  which: whichBody,
  change: Type.Object({
    is_active: Type.Optional(Type.Boolean()),
    approval_status: Type.Optional(Type.String()),
    category_id: Type.Optional(Type.String()),
  }),
})

const deleteBody = Type.Object({ which: whichBody })

/** Commands for several products: chosen ones, or all that match a filter. */
export function chosenRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  const chosen = (which: Parameters<typeof idsOf>[0]) =>
    idsOf(which, filterQuery, (query) => listIds(deps, query))
  return new Elysia()
    .post(
      '/api/products/change',
      async ({ request, body }) => {
        const { userId } = sessionOf(request)
        const change = { ...body.change }
        let changed = 0
        for (const ids of partsOf(await chosen(body.which))) {
          const done = await changeProducts(storefront, ids, change, userId).catch(
            (error: unknown) => {
              throw refusalIn(productWords, error)
            },
          )
          changed += done.changed
        }
        return { changed }
      },
      { body: changeBody, ...forCounter },
    )
    .post(
      '/api/products/delete',
      async ({ request, body }) => {
        const { userId } = sessionOf(request)
        let deleted = 0
        for (const ids of partsOf(await chosen(body.which))) {
          deleted += (await deleteProducts(storefront, ids, userId)).deleted
        }
        return { deleted }
      },
      { body: deleteBody, ...forCounter },
    )
}
