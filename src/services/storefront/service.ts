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

export { forgetOldVersions } from './changes/show-changes.ts'
export { orderGauges } from './orders/gauges.ts'
export { storefrontActions } from './history.ts'
export {
  catalogueOf,
  pricesNow,
  startLoadingSearch,
  type Catalogue,
} from './catalogue/catalogue.ts'
export {
  categoryDisplay,
  countProductsByCategory,
  deleteCategory,
  exportCategories,
  listAllCategories,
  storeCategory,
} from './display/categories.ts'
export { moveDisplayed, saveDisplayed } from './display/display.ts'
export {
  deleteOffer,
  exportOffers,
  listAllOffers,
  offerDisplay,
  offerStateOf,
  offerStates,
  storeOffer,
} from './display/offers.ts'
export { findTargets, targetColumns as offerTargetColumns } from './display/offer-targets.ts'
export { canPrice, readReduction } from './pricing/rules.ts'
export type { PriceBook } from './pricing/price-book.ts'
export { categoryFields, offerFields, offerScopes, ruleKinds } from './display/record.ts'
export { storefrontAbout } from './api.ts'
export { listOpenOrders } from './imports/list-open.ts'
export { orderWaits } from './imports/routes.ts'
export { settleOrderImports } from './imports/settle.ts'
export { deleteUnusedImages } from './images/store-images.ts'
export { fileOfUrl, hashOf, imageUrl, isStoredFile } from './images/image-refs.ts'
export {
  countOrderDays,
  listOrderIds,
  listOrders,
  newestOrdersFirst,
  oldestOrdersFirst,
  orderSorts,
  totalOfOrders,
  type OrdersChosen,
} from './orders/list-orders.ts'
export { findOrders } from './orders/find-orders.ts'
export { findOrder, findOrderWithLines, type OrderLine } from './orders/order.ts'
export {
  countOrders,
  exportOrders,
  importOrder,
  readImportedOrder,
  type ImportedOrder,
} from './orders/orders-file.ts'
export {
  customerSweep,
  exportCustomer,
  forgetAllCustomers,
  forgetCustomer,
  listCustomers,
  proposeCustomers,
  rememberSetting,
} from './customers/customers.ts'
export { isPhoneNumber } from './customers/rules.ts'
export { issueInvoice, issueInvoices, placeOfSupplyOf } from './orders/invoices/issue-invoice.ts'
export { findInvoiceOf, listPapers, showInvoice } from './orders/invoices/show-invoice.ts'
export { creditNoteSorts, listCreditNotes } from './orders/invoices/list-credit-notes.ts'
export { nextNumbers, seriesNames, setNextNumber } from './orders/invoices/series.ts'
export { listCreditNotesOfOrder, showCreditNote } from './orders/invoices/show-credit-note.ts'
export { returnGoods } from './orders/return-goods.ts'
export { sellerFields } from './orders/invoices/record.ts'
export { changeSeller, sellerNow, sellerSettings } from './orders/invoices/seller.ts'
export { moveStatus, moveStatuses } from './orders/move-status.ts'
export { placeOrder, quoteOrder } from './orders/placing/place-order.ts'
export {
  countPutBack,
  putBackOrder,
  putBackOrders,
  putBackRange,
} from './orders/delivery/put-back.ts'
export { readOrder } from './orders/placing/read-order.ts'
export { orderFields } from './orders/record.ts'
export {
  gstByRate,
  nextStatuses,
  orderStatuses,
  syncStateOf,
  syncStates,
  type OrderStatus,
} from './orders/rules.ts'
export { imagesMax as photosMax } from './images/store-images.ts'
export { matchPhotos } from './photos/match-photos.ts'
export { putPhotos } from './photos/put-photos.ts'
export { variantLabelOf } from './orders/placing/stock.ts'
export { searchArticles } from './orders/placing/search-articles.ts'
export { changeProducts, saveProduct } from './inventory/save-product.ts'
export { listLabels } from './inventory/list-labels.ts'
export { deleteProducts } from './inventory/delete-products.ts'
export {
  countProducts,
  exportProducts,
  findProductRecord,
  findWholeProduct,
} from './inventory/export-products.ts'
export {
  countIncompleteProducts,
  listAllProducts,
  listProductIds,
  productSorts,
  totalOfProducts,
  type InventoryProduct,
  type ProductSelection,
} from './inventory/list-products.ts'
export {
  importFields,
  tableFields,
  tableOnlyFields,
  type ImportColumn,
} from './product-table/record.ts'
export { productTable, productTableColumns } from './product-table/rows-out.ts'
export { findSkuHolder } from './products/queries.ts'
export { readProduct } from './products/read-product.ts'
export { approvalStatuses, productFields, variantFields } from './products/record.ts'
export {
  countVendorProducts,
  mergeNameEntries,
  removeNameEntry,
  withVendorId,
} from './inventory/vendors.ts'
export { withAsOf } from './bulk/as-of.ts'
export { upsertProducts, type ProductResult } from './bulk/upsert-products.ts'
export {
  noteRecord,
  recordOfTable,
  type RowsAbove,
  type TableRecord,
} from './product-table/rows-in.ts'
export { findVariantBySku } from './products/variants.ts'
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
