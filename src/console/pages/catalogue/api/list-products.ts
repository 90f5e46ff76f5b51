import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { choiceField, queryOf, querySchemaOf, textField } from '../../../../platform/http/fields.ts'
import { approvalStatuses } from '../../../../services/storefront/products/record.ts'
import { imageUrl } from '../../../../services/storefront/images/store-images.ts'
import {
  listAllProducts,
  listProductIds,
  productSorts,
  type InventoryProduct,
  type ProductSelection,
  listLabels,
} from '../../../../services/storefront/inventory/list-products.ts'
import { pricesNow } from '../../../../services/storefront/catalogue/catalogue.ts'
import type { PriceBook } from '../../../../services/storefront/pricing/price-book.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  directionField,
  pageField,
  readPage,
  readSort,
  sizeField,
  sortFieldOf,
} from '../../../api/fields.ts'
import { changeProducts } from '../../../../services/storefront/inventory/save-product.ts'
import { deleteProducts } from '../../../../services/storefront/service.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { idsOf, partsOf, whichBody, partBody } from '../../../api/which.ts'
import { refusalIn } from '../../../api/words.ts'
import { productWords } from './product-words.ts'

const searchCharactersMax = 200

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

export const filterQuery = querySchemaOf(Object.values(filterFields))

export const listQuery = querySchemaOf([
  pageField,
  sizeField,
  sortField,
  directionField,
  ...Object.values(filterFields),
])

/** A page of the products that the query chooses. */
export async function listProducts({ storefront, catalogue }: ConsoleDeps, request: Request) {
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

export function readChosen(query: URLSearchParams): ProductSelection {
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
export function chosenRoutes(deps: ConsoleDeps) {
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
