import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listLabels } from '../../../services/storefront/inventory/list-products.ts'
import { filterQuery, listIds } from '../catalogue/api/list-products.ts'
import type { ConsoleDeps } from '../../api/deps.ts'
import { forCounter } from '../../api/guard.ts'
import { idsOf, partBody, whichBody } from '../../api/which.ts'

/** The most products in one print job of labels: more would keep a browser busy for long. */
const productsPerPart = 500

const labelsBody = Type.Object({ which: whichBody, part: partBody })

/** The values on price labels. */
export function labelRoutes(deps: ConsoleDeps) {
  const { storefront, catalogue } = deps
  return new Elysia().post(
    '/api/products/labels',
    async ({ body: { which, part } }) => {
      const ids = await idsOf(which, filterQuery, (query) => listIds(deps, query))
      const some = ids.slice(part * productsPerPart, (part + 1) * productsPerPart)
      return {
        items: listLabels(storefront, catalogue, some),
        total: ids.length,
        size: productsPerPart,
      }
    },
    { body: labelsBody, ...forCounter },
  )
}
