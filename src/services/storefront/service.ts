import { Elysia } from 'elysia'
import { guard, type GuardParts } from '../../accounts/guard.ts'
import { elysiaService, type HttpService } from '../../platform/http/elysia-service.ts'
import type { Log } from '../../platform/log.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { errorBody } from './errors.ts'
import { orderRoutes } from './orders/routes.ts'
import type { StorefrontParts } from './parts.ts'
import { productRoutes } from './products/routes.ts'

export { storefrontAbout } from './describe.ts'
export type { StorefrontParts }

const storefrontPrefix = '/storefront'

/** All routes of the service, relative to its base address. */
export function storefrontRoutes(parts: StorefrontParts) {
  return new Elysia().use(catalogueRoutes(parts)).use(productRoutes(parts)).use(orderRoutes(parts))
}

/** The storefront as the front serves it. */
export function storefrontService(
  parts: StorefrontParts,
  guardParts: GuardParts,
  options: { log: Log; https: boolean },
): HttpService {
  return elysiaService({
    name: 'storefront',
    prefix: storefrontPrefix,
    routes: storefrontRoutes(parts),
    ...options,
    authorise: guard(guardParts, 'storefront'),
    errorBody,
  })
}
