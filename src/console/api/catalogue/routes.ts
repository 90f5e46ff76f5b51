import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findNameById, listEntriesPage } from '../../../names/queries.ts'
import {
  absentOr,
  choiceField,
  queryOf,
  querySchemaOf,
  textField,
  unchecked,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { notAllowed, toJson } from '../../../platform/record/read.ts'
import { foldText } from '../../../platform/text.ts'
import {
  approvalStatuses,
  changeProducts,
  deleteProducts,
  findWholeProduct,
  imageUrl,
  listAllCategories,
  listAllProducts,
  pricesNow,
  productFields,
  productSorts,
  saveProduct,
  variantFields,
  type InventoryProduct,
  type PriceBook,
} from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { idParameter } from '../fields.ts'
import { forCounter, sessionOf } from '../guard.ts'
import { refusalIn, sentenceIn } from '../words.ts'
import { productWords } from './product-words.ts'

const pageMax = 100_000
const sizeMax = 200
const searchCharactersMax = 200

/** Products that one call changes or deletes: as many as a person chooses by hand, and some. */
const chosenMax = 1_000

/** Variants that one call takes away: as many as a product has. */
const removedMax = 1_000

/** Vendors that a search offers. */
const vendorsMax = 20

const listFields = {
  page: wholeNumberField('page', {
    minimum: 1,
    maximum: pageMax,
    default: 1,
    description: 'Which page.',
  }),
  size: wholeNumberField('size', {
    minimum: 1,
    maximum: sizeMax,
    default: 50,
    description: 'Products on a page.',
  }),
  search: searchField('Words of the name, or a part of a SKU or barcode.'),
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
  sort: choiceField('sort', { choices: productSorts, description: 'Newest first without it.' }),
  direction: choiceField('direction', {
    choices: ['up', 'down'],
    description: 'Which way it is sorted.',
  }),
}

const vendorSearchField = searchField('A part of a name.')

/** A record as `products/bulk` takes it: its own rules check it, a field at a time. */
const productRecord = unchecked(Type.Object({}))

const createBody = Type.Object({ product: productRecord })

const saveBody = Type.Object({
  product: productRecord,
  removedVariants: absentOr(
    Type.Array(Type.String(), { maxItems: removedMax }),
    `a list of at most ${removedMax} ids`,
  ),
  /** The fields of `product` as the form was opened with them. */
  startedFrom: Type.Optional(productRecord),
})

const ids = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: chosenMax,
  expected: `a list of 1 to ${chosenMax} ids`,
})

const changeBody = Type.Object({
  ids,
  change: Type.Object({
    is_active: Type.Optional(Type.Boolean()),
    approval_status: Type.Optional(Type.String()),
    category_id: Type.Optional(Type.String()),
  }),
})

const deleteBody = Type.Object({ ids })

function searchField(description: string) {
  return textField('search', { maxLength: searchCharactersMax, description })
}

/** The catalogue's products: all of them, also what no customer sees. */
export function productRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get('/api/products', ({ request }) => listProducts(deps, request), {
      query: querySchemaOf(Object.values(listFields)),
      ...forCounter,
    })
    .get('/api/products/options', () => ({ categories: categoriesOf(deps) }), forCounter)
    .get('/api/products/vendors', ({ request }) => ({ items: findVendors(deps, request) }), {
      query: querySchemaOf([vendorSearchField]),
      ...forCounter,
    })
    .get('/api/products/:id', ({ params: { id } }) => shownProduct(deps, id), {
      ...idParameter,
      ...forCounter,
    })
    .post('/api/products', ({ body }) => save(deps, { record: recordOf(body.product) }), {
      body: createBody,
      ...forCounter,
    })
    .post(
      '/api/products/:id',
      ({ params: { id }, body }) =>
        save(deps, {
          id,
          record: recordOf(body.product),
          removedVariants: body.removedVariants ?? [],
          startedFrom: body.startedFrom === undefined ? undefined : recordOf(body.startedFrom),
        }),
      { ...idParameter, body: saveBody, ...forCounter },
    )
    .post(
      '/api/products/change',
      ({ body }) =>
        changeProducts(storefront, body.ids, { ...body.change }).catch((error: unknown) => {
          throw refusalIn(productWords, error)
        }),
      { body: changeBody, ...forCounter },
    )
    .post(
      '/api/products/delete',
      ({ request, body }) => deleteProducts(storefront, body.ids, sessionOf(request).userId),
      { body: deleteBody, ...forCounter },
    )
}

async function listProducts({ storefront, catalogue }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const [page, size] = [listFields.page.read(query), listFields.size.read(query)]
  const active = listFields.active.read(query)
  const selection = {
    search: listFields.search.read(query),
    categoryId: listFields.category.read(query),
    approval: listFields.approval.read(query),
    isActive: active === undefined ? undefined : active === 'yes',
    lacks: listFields.lacks.read(query),
  }
  const sort = listFields.sort.read(query) ?? 'created'
  const isDescending = (listFields.direction.read(query) ?? 'down') === 'down'
  const { products, total } = await listAllProducts(storefront, selection, {
    sort,
    isDescending,
    limit: size,
    offset: (page - 1) * size,
  })
  const book = pricesNow(catalogue, storefront)
  return { items: products.map((product) => shownInList(product, book)), total, page, size }
}

function categoriesOf({ database }: ConsoleDeps) {
  return listAllCategories(database.read)
    .all()
    .map(({ id, name }) => ({ id, name }))
}

function findVendors({ database }: ConsoleDeps, request: Request) {
  const search = foldText(vendorSearchField.read(queryOf(request)) ?? '')
  return listEntriesPage(database.read)
    .all({ kind: 'vendor', search, limit: vendorsMax, offset: 0 })
    .map(({ id, name }) => ({ id, name }))
}

type Sent = {
  id?: string
  record: JsonObject
  removedVariants?: readonly string[]
  startedFrom?: JsonObject | undefined
}

/** What was left out or changed is told in `warnings`; the rest was saved. */
async function save(
  { storefront }: ConsoleDeps,
  { id, record, removedVariants = [], startedFrom }: Sent,
) {
  try {
    const saved = await saveProduct(storefront, { id, record, removedVariants, startedFrom })
    return {
      ...saved,
      warnings: saved.warnings.map((warning) => sentenceIn(productWords, warning)),
    }
  } catch (error) {
    throw refusalIn(productWords, error)
  }
}

function recordOf(product: unknown): JsonObject {
  // The body was JSON, so what is an object in it is one of JSON.
  if (isJsonObject(product)) return product
  throw notAllowed('product', 'an object', product)
}

/** A product in the list; money in paise. */
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
    /** What an offer makes of the price now. */
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

/**
 * A product with everything that its page edits. What is in `fields`, `images` and `variants` goes back as a record of
 * `products/bulk`, and so has its names; money in rupees. Throws AppError `not_found`.
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
    offer: pricesNow(catalogue, storefront).offerFor(product, product.salePrice) ?? null,
    vendor: vendor ?? null,
    fields: { ...fields, sku: fields.sku ?? '', video_url: fields.video_url ?? '' },
    sizeChart: chart === null ? null : JSON.stringify(chart),
    images: images.map(({ image, alt }) => ({ url: imageUrl(image, ''), alt })),
    variants: variants.map((variant) => {
      const { sku, ...rest } = toJson(variantFields, variant)
      return { id: variant.id, sku: sku ?? '', ...rest }
    }),
  }
}

function pathOf(image: string | null): string | null {
  return image === null ? null : imageUrl(image, '')
}
