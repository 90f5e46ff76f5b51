import { leaseSecondsMax } from '../../books/leases/queries.ts'
import { leaseLimits } from '../../books/leases/schemas.ts'
import { importResultsMax } from '../../books/results/record.ts'
import { imageBytesMax } from '../../platform/files/images.ts'
import { commonLimits, type Limit } from '../../platform/http/limits.ts'
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

const [list, bulk, digest, waiting, sync] = [
  'GET products',
  'POST products/bulk',
  'POST products/digest',
  'GET orders/unsynced',
  'POST orders/sync',
]

/** Limits of the storefront's calls and answers. */
export const storefrontLimits: readonly Limit[] = [
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
