import { Elysia } from 'elysia'
import { guard, type GuardParts } from '../../accounts/guard.ts'
import { elysiaService, type HttpService } from '../../platform/http/elysia-service.ts'
import type { Log } from '../../platform/log.ts'
import { catalogueOf, type Catalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { errorBody } from './errors.ts'
import { orderRoutes } from './orders/routes.ts'
import type { StorefrontParts } from './parts.ts'
import { productRoutes } from './products/routes.ts'

export { catalogueOf, startLoadingSearch, type Catalogue } from './catalogue/catalogue.ts'
export { exportCategories } from './catalogue/export-categories.ts'
export { exportOffers } from './catalogue/export-offers.ts'
export { storeCategory } from './catalogue/store-category.ts'
export { storeOffer } from './catalogue/store-offer.ts'
export { storefrontAbout } from './describe.ts'
export { deleteUnusedImages } from './images/delete-unused.ts'
export { fileOfUrl, hashOf, imageUrl, isStoredFile } from './images/image-refs.ts'
export { countOrders, exportOrders } from './orders/export-orders.ts'
export { importOrder, readImportedOrder, type ImportedOrder } from './orders/import-order.ts'
export { countProducts, exportProducts } from './products/export-products.ts'
export { upsertProducts, type ProductResult } from './products/upsert-products.ts'
export type { StorefrontParts }

const storefrontPrefix = '/storefront'

/** What is wrong in one element of these is an error of that row (source: decisions, "Both services"). */
const rowLists = new Set(['products', 'updates', 'orders'])

/** All routes of the service, relative to its base address. */
export function storefrontRoutes(parts: StorefrontParts, catalogue = catalogueOf(parts)) {
  return new Elysia()
    .use(catalogueRoutes(parts, catalogue))
    .use(productRoutes(parts))
    .use(orderRoutes(parts))
}

/** The storefront as the front serves it. */
export function storefrontService(
  parts: StorefrontParts,
  catalogue: Catalogue,
  guardParts: GuardParts,
  options: { log: Log; https: boolean },
): HttpService {
  return elysiaService({
    name: 'storefront',
    prefix: storefrontPrefix,
    routes: storefrontRoutes(parts, catalogue),
    answers: catalogue.answers,
    rowLists,
    ...options,
    authorise: guard(guardParts, 'storefront'),
    errorBody,
  })
}
