import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { byName, findNameById, listEntriesPage } from '../../../../names/queries.ts'
import {
  absentOr,
  queryOf,
  querySchemaOf,
  textField,
  unchecked,
} from '../../../../platform/http/fields.ts'
import { isJsonObject, type JsonObject } from '../../../../platform/json/json.ts'
import { notAllowed, toJson } from '../../../../platform/record/read.ts'
import { foldText } from '../../../../platform/text.ts'
import { findWholeProduct } from '../../../../services/storefront/inventory/export-products.ts'
import { imageUrl } from '../../../../services/storefront/images/store-images.ts'
import { listAllCategories } from '../../../../services/storefront/display/categories.ts'
import { pricesNow } from '../../../../services/storefront/catalogue/catalogue.ts'
import { productFields, variantFields } from '../../../../services/storefront/products/record.ts'
import { saveProduct } from '../../../../services/storefront/inventory/save-product.ts'
import { totalOfProducts } from '../../../../services/storefront/inventory/list-products.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter } from '../../../api/fields.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { refusalIn, sentenceIn } from '../../../api/words.ts'
import { chosenRoutes, filterQuery, listProducts, listQuery, readChosen } from './list-products.ts'
import { productWords } from './product-words.ts'

/** The longest search for a vendor, in characters. */
const searchCharactersMax = 200

/** The most variants that one call removes: as many as a product has. */
const removedMax = 1_000

/** The most vendors that a search offers. */
const vendorsMax = 20

const vendorSearchField = textField('search', {
  maxLength: searchCharactersMax,
  description: 'A part of a name.',
})

/** A record of `products/bulk`. Its own rules check each field. */
const productRecord = unchecked(Type.Object({}))

/** Confirms a rate that GST does not have. */
const isRateMeant = absentOr(Type.Boolean(), 'true or false')

const createBody = Type.Object({ product: productRecord, isRateMeant })

const saveBody = Type.Object({
  product: productRecord,
  removedVariants: absentOr(
    Type.Array(Type.String(), { maxItems: removedMax }),
    `a list of at most ${removedMax} ids`,
  ),
  /** The fields of `product` when the form was opened. */
  startedFrom: Type.Optional(productRecord),
  isRateMeant,
})

/** All products of the catalogue, including those that customers do not see. */
export function productRoutes(deps: ConsoleDeps) {
  return new Elysia().use(listRoutes(deps)).use(oneRoutes(deps)).use(chosenRoutes(deps))
}

function listRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get('/api/products', ({ request }) => listProducts(deps, request), {
      query: listQuery,
      ...forCounter,
    })
    .get(
      '/api/products/totals',
      ({ request }) => totalOfProducts(storefront, readChosen(queryOf(request))),
      { query: filterQuery, ...forCounter },
    )
    .get('/api/products/options', () => ({ categories: categoriesOf(deps) }), forCounter)
    .get('/api/products/vendors', ({ request }) => ({ items: findVendors(deps, request) }), {
      query: querySchemaOf([vendorSearchField]),
      ...forCounter,
    })
}

function oneRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/products/:id', ({ params: { id } }) => shownProduct(deps, id), {
      ...idParameter,
      ...forCounter,
    })
    .post(
      '/api/products',
      ({ request, body }) =>
        save(deps, {
          record: recordOf(body.product),
          isRateMeant: body.isRateMeant === true,
          by: sessionOf(request).userId,
        }),
      {
        body: createBody,
        ...forCounter,
      },
    )
    .post(
      '/api/products/:id',
      ({ request, params: { id }, body }) =>
        save(deps, {
          by: sessionOf(request).userId,
          id,
          record: recordOf(body.product),
          isRateMeant: body.isRateMeant === true,
          removedVariants: body.removedVariants ?? [],
          startedFrom: body.startedFrom === undefined ? undefined : recordOf(body.startedFrom),
        }),
      { ...idParameter, body: saveBody, ...forCounter },
    )
}

function categoriesOf({ database }: ConsoleDeps) {
  return listAllCategories(database.read)
    .all()
    .map(({ id, name }) => ({ id, name }))
}

function findVendors({ database }: ConsoleDeps, request: Request) {
  const search = foldText(vendorSearchField.read(queryOf(request)) ?? '')
  return listEntriesPage(byName)(database.read)
    .all({ kind: 'vendor', search, limit: vendorsMax, offset: 0 })
    .map(({ id, name }) => ({ id, name }))
}

type Sent = {
  id?: string
  record: JsonObject
  removedVariants?: readonly string[]
  startedFrom?: JsonObject | undefined
  isRateMeant: boolean
  by: string
}

/** Saves the product. `warnings` name the values that were left out or changed. */
async function save(
  { storefront }: ConsoleDeps,
  { id, removedVariants = [], startedFrom, ...sent }: Sent,
) {
  try {
    const saved = await saveProduct(storefront, { ...sent, id, removedVariants, startedFrom })
    return {
      ...saved,
      warnings: saved.warnings.map((warning) => sentenceIn(productWords, warning)),
    }
  } catch (error) {
    throw refusalIn(productWords, error)
  }
}

function recordOf(product: unknown): JsonObject {
  // The body was JSON, so every object in it is a JSON object.
  if (isJsonObject(product)) return product
  throw notAllowed('product', 'an object', product)
}

/**
 * A product with everything that its page edits. `fields`, `images` and `variants` return as a record of
 * `products/bulk`, so they have its names. Money in rupees. Throws AppError `not_found`.
 */
function shownProduct(
  { database: { read: conn }, storefront, catalogue }: ConsoleDeps,
  id: string,
) {
  const { product, images, variants } = findWholeProduct(conn, id)
  const { vendorId } = product
  const {
    category_slug: _,
    size_chart: chart,
    ...fields
  } = toJson(productFields, { ...product, categorySlug: '' })
  const vendor =
    vendorId === null ? undefined : findNameById(conn).get({ kind: 'vendor', id: vendorId })
  return {
    id: product.id,
    createdAt: new Date(product.createdAt).toISOString(),
    updatedAt: new Date(product.updatedAt).toISOString(),
    isListed: product.isListed,
    hasPrice: product.priceGiven,
    offer: pricesNow(catalogue, storefront).offerFor(product, product.salePrice) ?? null,
    vendor: vendor ?? null,
    fields: { ...fields, sku: fields.sku ?? '', video_url: fields.video_url ?? '' },
    sizeChart: chart === null ? null : JSON.stringify(chart),
    images: images.map(({ image, alt }) => ({ url: imageUrl(image, ''), alt })),
    variants: variants.map((variant) => {
      const { sku, ...rest } = toJson(variantFields, variant)
      return { id: variant.id, sku: sku ?? '', ...rest, hasPrice: variant.priceGiven }
    }),
  }
}
