import { Elysia } from 'elysia'
import { aboutKeyRoutes } from '../../accounts/about-key/routes.ts'
import { guard, type GuardDeps } from '../../accounts/keys/guard.ts'
import type { Side } from '../../accounts/keys/rules.ts'
import { testKeyRoutes, testKeyService } from '../../accounts/test-keys/routes.ts'
import { withTestKeys, type TestDesk } from '../../accounts/test-keys/with-test-keys.ts'
import { changeWaits } from '../../changes/wait.ts'
import { elysiaService, type HttpService } from '../../platform/http/service.ts'
import { silentLog, type Log } from '../../platform/log.ts'
import { describeRead, describeWrite, errorBody } from './api.ts'
import { productRoutes } from './bulk/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { catalogueOf, type Catalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { StorefrontDeps } from './deps.ts'
import { digestRoutes } from './digest/routes.ts'
import { orderLeaseRoutes, orderResultRoutes } from './imports/routes.ts'
import { storefrontLimits } from './limits.ts'
import { orderRoutes } from './orders/routes.ts'
import { versionedService } from './versioned-service.ts'

/*
 * The storefront: what a web shop shows, the orders it takes, and their delivery to an ERP. Here are the service itself and what other
 * districts ask of it. The console's server and the commands also call the nouns in their folders.
 */

export { orderGauges } from './orders/gauges.ts'
export { storefrontActions } from './history.ts'
export { catalogueOf, type Catalogue } from './catalogue/catalogue.ts'
export { storefrontAbout } from './api.ts'
export { orderWaits } from './imports/routes.ts'
export { customerSweep } from './customers/customers.ts'
export { deleteProducts } from './inventory/delete-products.ts'
export { findSkuHolder } from './products/queries.ts'
export type { StorefrontDeps }
export { uncategorisedId } from './tables.ts'

const storefrontPrefix = '/storefront'

const aboutStorefrontKeys = {
  service: 'storefront',
  prefix: storefrontPrefix,
  name: 'storefront',
  tag: 'Keys',
  limits: storefrontLimits,
  describeRead,
  describeWrite,
} as const

/** A fault in one element of these lists is an error of that row (source: decisions, "Both services"). */
const rowLists = new Set(['products', 'updates', 'orders', 'results'])

/** All routes of the service, relative to its base address. */
function storefrontRoutes(
  deps: StorefrontDeps,
  catalogue = catalogueOf(deps),
  log = silentLog,
  waits = changeWaits(deps.database, () => undefined),
) {
  return new Elysia()
    .use(catalogueRoutes(deps, catalogue))
    .use(productRoutes(deps, log))
    .use(orderRoutes(deps))
    .use(orderResultRoutes(deps))
    .use(orderLeaseRoutes(deps))
    .use(aboutKeyRoutes(deps, aboutStorefrontKeys))
    .use(digestRoutes(deps))
    .use(changeRoutes(deps, catalogue.prices, waits))
}

/** Everything in the API document, including the calls for test keys. */
export function storefrontDocumented(deps: StorefrontDeps) {
  return storefrontRoutes(deps).use(testKeyRoutes(undefined, aboutStorefrontKeys))
}

/** The storefront as the dispatcher serves it. Test keys work on their copy. */
export function storefrontService(
  deps: StorefrontDeps,
  catalogue: Catalogue,
  guardDeps: GuardDeps,
  { log, desk, isFollower = false }: { log: Log; desk: TestDesk | undefined; isFollower?: boolean },
): HttpService {
  const book = storefrontOn(deps, catalogue, guardDeps, { log, side: 'book', isFollower })
  const copyItself = testKeyService(desk, guardDeps, { ...aboutStorefrontKeys, log, errorBody })
  return withTestKeys({ book, copyItself, desk })
}

/** The service for the shop's data, or for the copy of test keys. */
export function storefrontOn(
  deps: StorefrontDeps,
  catalogue: Catalogue,
  guardDeps: GuardDeps,
  { log, side, isFollower }: { log: Log; side: Side; isFollower: boolean },
): HttpService {
  const authorise = guard(guardDeps, 'storefront', side)
  const waits = changeWaits(deps.database, (request) => authorise(request, undefined))
  const service = elysiaService({
    name: 'storefront',
    prefix: storefrontPrefix,
    routes: storefrontRoutes(deps, catalogue, log, waits),
    endWaits: () => waits.end(),
    answers: catalogue.answers,
    rowLists,
    log,
    authorise,
    errorBody,
  })
  return versionedService(service, deps.database.read, isFollower)
}
