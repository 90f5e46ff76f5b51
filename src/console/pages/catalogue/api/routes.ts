import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { byName, findNameById, listEntriesPage } from '../../../../names/queries.ts'
import {
  absentOr,
  choiceField,
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
import {
  approvalStatuses,
  productFields,
  variantFields,
} from '../../../../services/storefront/products/record.ts'
import {
  changeProducts,
  saveProduct,
} from '../../../../services/storefront/inventory/save-product.ts'
import {
  type InventoryProduct,
  listAllProducts,
  listLabels,
  listProductIds,
  type ProductSelection,
  productSorts,
  totalOfProducts,
} from '../../../../services/storefront/inventory/list-products.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  directionField,
  idParameter,
  pageField,
  readPage,
  readSort,
  sizeField,
  sortFieldOf,
} from '../../../api/fields.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { refusalIn, sentenceIn } from '../../../api/words.ts'
import type { PriceBook } from '../../../../services/storefront/pricing/price-book.ts'
import { deleteProducts } from '../../../../services/storefront/service.ts'
import { idsOf, partBody, partsOf, whichBody } from '../../../api/which.ts'
import { productWords } from './product-words.ts'

/** The longest search for products or a vendor, in characters. */
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

const filterFields = {
  search: textField('search', {
    maxLength: searchCharactersMax,
    description: 'Words of the name, or a part of a SKU or barcode.',
  }),
  category: textField('category', { maxLength: 36, description: 'The id of a category.' }),
  approval: choiceField('approval', {
    choices: approvalStatuses,
    description: 'Only what is in this state.',
  }),
  active: choiceField('active', {
    choices: ['yes', 'no'],
    description: 'Only what is active, or only what is not.',
  }),
  lacks: choiceField('lacks', {
    choices: ['stock', 'price', 'image'],
    description: 'Only what is out of stock, or has no price, or no image.',
  }),
}

const sortField = sortFieldOf(productSorts)

const filterQuery = querySchemaOf(Object.values(filterFields))

const listQuery = querySchemaOf([
  pageField,
  sizeField,
  sortField,
  directionField,
  ...Object.values(filterFields),
])

/** A page of the products that the query chooses. */
async function listProducts({ storefront, catalogue }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const { by, isDescending } = readSort(query, sortField, { by: 'created', isDescending: true })
  const { products, total } = await listAllProducts(storefront, readChosen(query), {
    sort: by,
    isDescending,
    limit: size,
    offset: (page - 1) * size,
  })
  const book = pricesNow(catalogue, storefront)
  return { items: products.map((product) => shownInList(product, book)), total, page, size }
}

function readChosen(query: URLSearchParams): ProductSelection {
  const active = filterFields.active.read(query)
  return {
    search: filterFields.search.read(query),
    categoryId: filterFields.category.read(query),
    approval: filterFields.approval.read(query),
    isActive: active === undefined ? undefined : active === 'yes',
    lacks: filterFields.lacks.read(query),
  }
}

/** The ids of all products that the query chooses. */
function listIds({ storefront }: ConsoleDeps, query: URLSearchParams): Promise<string[]> {
  return listProductIds(storefront, readChosen(query))
}

/** A product in the list. Money in paise. */
function shownInList(product: InventoryProduct, book: PriceBook) {
  const { id, category_id: categoryId, min_sale_price: minSalePrice } = product
  const offer = book.offerFor({ id, categoryId, minSalePrice }, product.sale_price)
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    image: pathOf(product.image),
    category: product.category_name,
    mrp: product.mrp,
    salePrice: product.sale_price,
    hasPrice: product.price_given === 1,
    /** The present price with an offer. */
    offer: offer ?? null,
    stock: product.stock_quantity,
    variants: product.variants,
    unpricedVariants: product.unpriced_variants,
    variantStock: product.variant_stock,
    isActive: product.is_active === 1,
    approval: product.approval_status,
    updatedAt: new Date(product.updated_at).toISOString(),
  }
}

function pathOf(image: string | null): string | null {
  return image === null ? null : imageUrl(image, '')
}

const changeBody = Type.Object({
  which: whichBody,
  change: Type.Object({
    is_active: Type.Optional(Type.Boolean()),
    approval_status: Type.Optional(Type.String()),
    category_id: Type.Optional(Type.String()),
  }),
})

const deleteBody = Type.Object({ which: whichBody })

const labelsBody = Type.Object({ which: whichBody, part: partBody })

/** The most products in one print job of labels: more would keep a browser busy for long. */
const productsPerPart = 500

/** Commands for several products, and their price labels: chosen products, or all that match a filter. */
function chosenRoutes(deps: ConsoleDeps) {
  const { storefront, catalogue } = deps
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
    .post(
      '/api/products/labels',
      async ({ body: { which, part } }) => {
        const ids = await chosen(which)
        const some = ids.slice(part * productsPerPart, (part + 1) * productsPerPart)
        const items = listLabels(storefront, catalogue, some)
        return { items, total: ids.length, size: productsPerPart }
      },
      { body: labelsBody, ...forCounter },
    )
}
