/*
 * The storefront: what a web shop shows, the orders it takes, and their delivery to an ERP. Here are the service itself and what other
 * districts ask of it. The console's server and the commands also call the nouns in their folders.
 */

import { leaseSecondsMax } from '../../books/leases/queries.ts'
import { leaseLimits } from '../../books/leases/schemas.ts'
import { importResultsMax } from '../../books/results/record.ts'
import { imageBytesMax } from '../../platform/files/images.ts'
import { type Limit, commonLimits } from '../../platform/http/limits.ts'
import {
  listLimitDefault as productsDefault,
  listLimitMax as productsMax,
  listOffsetMax,
  searchCharactersMax,
} from './catalogue/schemas.ts'
import { rangeArticlesMax, rangesMax } from './digest/compare.ts'
import { imagesMax } from './images/store-images.ts'
import { answerCharactersMax } from './orders/delivery/list-unsynced.ts'
import {
  itemsMax,
  listLimitDefault,
  listLimitMax,
  quantityMax,
  syncedItemsMax,
  syncedOrdersMax,
} from './orders/rules.ts'
import { variantsMax } from './products/read-product.ts'
import { rowsMax } from './products/rules.ts'
import { Elysia } from 'elysia'
import { aboutKeyRoutes } from '../../accounts/about-key/routes.ts'
import { type GuardDeps, guard } from '../../accounts/keys/guard.ts'
import type { Side } from '../../accounts/keys/rules.ts'
import { testKeyRoutes, testKeyService } from '../../accounts/test-keys/routes.ts'
import { type TestDesk, withTestKeys } from '../../accounts/test-keys/with-test-keys.ts'
import { changeWaits } from '../../changes/wait.ts'
import { type HttpService, elysiaService } from '../../platform/http/service.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import { describeRead, describeWrite, errorBody } from './api.ts'
import { productRoutes } from './bulk/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { type Catalogue, catalogueOf } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { StorefrontDeps } from './deps.ts'
import { digestRoutes } from './digest/routes.ts'
import { orderLeaseRoutes, orderResultRoutes } from './orders/entered.ts'
import { orderRoutes } from './orders/routes.ts'
import { AppError } from '../../platform/errors.ts'
import { versionHeaderName, versionReader } from './catalogue-version.ts'

export { orderGauges } from './orders/list-orders.ts'
export { storefrontActions } from './history.ts'
export { catalogueOf, type Catalogue } from './catalogue/catalogue.ts'
export { storefrontAbout } from './api.ts'
export { orderWaits } from './orders/entered.ts'
export { customerSweep } from './customers/customers.ts'
export { deleteProducts } from './inventory/delete-products.ts'
export { findSkuHolder } from './products/queries.ts'
export type { StorefrontDeps }
export { uncategorisedId } from './tables.ts'

const storefrontPrefix = '/storefront'

const [list, bulk, digest, waiting, sync] = [
  'GET products',
  'POST products/bulk',
  'POST products/digest',
  'GET orders/unsynced',
  'POST orders/sync',
]

/** Limits of the storefront's calls and answers. */
const storefrontLimits: readonly Limit[] = [
  ...commonLimits,
  {
    call: list,
    name: 'limit',
    unit: 'items',
    minimum: 1,
    maximum: productsMax,
    default: productsDefault,
  },
  { call: list, name: 'offset', unit: 'items', minimum: 0, maximum: listOffsetMax, default: 0 },
  { call: list, name: 'search', unit: 'characters', maximum: searchCharactersMax },
  { call: bulk, name: 'products', unit: 'items', maximum: rowsMax },
  { call: bulk, name: 'images of a product', unit: 'items', maximum: imagesMax },
  { call: bulk, name: 'image', unit: 'bytes', maximum: imageBytesMax },
  { call: bulk, name: 'variants of a product', unit: 'items', maximum: variantsMax },
  { call: 'POST products/stock', name: 'updates', unit: 'items', maximum: rowsMax },
  { call: digest, name: 'ranges', unit: 'items', maximum: rangesMax },
  { call: digest, name: 'articles of a range', unit: 'items', maximum: rangeArticlesMax },
  {
    call: waiting,
    name: 'limit',
    unit: 'items',
    minimum: 1,
    maximum: listLimitMax,
    default: listLimitDefault,
  },
  {
    call: waiting,
    name: 'lease',
    unit: 'seconds',
    minimum: 0,
    maximum: leaseSecondsMax,
    default: 0,
  },
  ...leaseLimits,
  { call: waiting, name: 'orders of an answer', unit: 'characters', maximum: answerCharactersMax },
  { call: sync, name: 'orders', unit: 'items', maximum: syncedOrdersMax },
  { call: sync, name: 'order_item_ids', unit: 'items', maximum: syncedItemsMax },
  { call: 'POST import-results', name: 'results', unit: 'items', maximum: importResultsMax },
  { call: 'POST orders', name: 'items', unit: 'items', minimum: 1, maximum: itemsMax },
  { call: 'POST orders', name: 'quantity', unit: 'items', minimum: 1, maximum: quantityMax },
]

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
    routes: () => storefrontRoutes(deps, catalogue, log, waits),
    endWaits: () => waits.end(),
    answers: catalogue.answers,
    rowLists,
    log,
    authorise,
    errorBody,
  })
  return versionedService(service, versionReader(deps.database), isFollower)
}

/** The seconds after which a refused client may try again. A follower is behind for about as long. */
const retryAfterSeconds = 1

/**
 * Every answer names the catalogue version behind it, in the header `Daybook-Version`. A client that sends the highest
 * version it has seen never gets an older one, whichever copy answers: a follower that is behind refuses, and the
 * proxy asks the next copy. The main Daybook never refuses. No copy is newer, even after a restore to an earlier time.
 */
function versionedService(
  service: HttpService,
  version: () => number,
  isFollower: boolean,
): HttpService {
  const told = (reply: Response): Response => {
    if (!reply.headers.has(versionHeaderName)) {
      reply.headers.set(versionHeaderName, String(version()))
    }
    return reply
  }
  return {
    ...service,
    authorise(request, endpoint) {
      service.authorise(request, endpoint)
      if (isFollower) requireSeen(request, version)
    },
    handle(request) {
      const reply = service.handle(request)
      return reply instanceof Promise ? reply.then(told) : told(reply)
    },
  }
}

/** Throws AppError `invalid_request`, or `unavailable` if the client has seen more than this copy holds. */
function requireSeen(request: Request, version: () => number): void {
  const sent = request.headers.get(versionHeaderName)
  if (sent === null) return
  if (!/^\d{1,15}$/.test(sent)) {
    throw new AppError('invalid_request', 'Daybook-Version must be a number that an answer told.')
  }
  if (Number(sent) <= version()) return
  throw new AppError(
    'unavailable',
    'This copy is a moment behind what you have seen: ask again, or ask the Daybook that it follows.',
    { retryAfterSeconds },
  )
}
