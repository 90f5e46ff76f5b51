import { Elysia } from 'elysia'
import { bringerOf, callerOf, type Caller } from '../../../accounts/keys/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import { withinShare } from '../../../platform/files/disk-share.ts'
import {
  queryOf,
  querySchemaOf,
  choiceField,
  rowErrorSchema,
  unchecked,
} from '../../../platform/http/fields.ts'
import { noteRows } from '../../../platform/http/request.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json/json.ts'
import type { Log } from '../../../platform/log.ts'
import { notAllowed, recordSchema } from '../../../platform/record/read.ts'
import { describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { Doer } from '../history.ts'
import { rowsMax } from '../products/rules.ts'
import { inApiForm, asOfSchema, pendingDeductedSchema } from './rows.ts'
import { updateStock, type StockResult, stockFields } from './update-stock.ts'
import { upsertProducts, type ProductResult } from './upsert-products.ts'
import { Type } from '@sinclair/typebox'
import { variantsMax } from '../products/read-product.ts'
import { productFields, urlCharactersMax, variantFields } from '../products/record.ts'

export function productRoutes(deps: StorefrontDeps, log: Log) {
  return new Elysia()
    .post(
      '/api/public/v1/products/bulk',
      async ({ request, body }) => {
        const products = rowsOf(body, 'products')
        const dryRun = ['true', '1'].includes(dryRunField.read(queryOf(request)) ?? '')
        const by = callerOf(request)
        const results = await withinShare({ ...deps, log }, bringerOf(by), (store) =>
          upsertProducts({ ...deps, store }, products, { dryRun, by: doerOf(by) }),
        )
        noteRows(request, results.length, refusalsOf(results))
        const { total, error: errors, created, updated } = countsOf(results)
        const summary = { total, created, updated, errors }
        return { summary, results: results.map(inApiForm) }
      },
      {
        body: bulkBody,
        query: querySchemaOf([dryRunField]),
        ...describeWrite({
          operationId: 'upsertProducts',
          tag: 'Products',
          summary: 'Create or update products by SKU',
          description:
            'Each product is matched by `sku`: one that is there is updated, any other is created. Every row is written whole or not at all, in order, whatever becomes of the others; the answer is 200 even when all of them failed. A repeat changes nothing. What the catalogue answered can be sent back, with `sku` added.',
          answer: bulkAnswer,
          scope: 'products:write',
        }),
      },
    )
    .post(
      '/api/public/v1/products/stock',
      async ({ request, body }) => {
        const results = await updateStock(deps, rowsOf(body, 'updates'), {
          by: doerOf(callerOf(request)),
        })
        noteRows(request, results.length, refusalsOf(results))
        const { total, error: errors, updated, not_found } = countsOf(results)
        const summary = { total, updated, not_found, errors }
        return { summary, results: results.map(inApiForm) }
      },
      {
        body: stockBody,
        ...describeWrite({
          operationId: 'updateStock',
          tag: 'Products',
          summary: 'Set stock and prices by SKU',
          description:
            'Each SKU is looked up among the products, then among the variants. Every row is written on its own; a repeat changes nothing.',
          answer: stockAnswer,
          scope: 'products:write',
        }),
      },
    )
}

function doerOf({ userId, keyId }: Caller): Doer {
  return { userId, keyId }
}

/**
 * The rows of a request, unchecked. A schema would turn a value that is not a list into a list. Throws AppError
 * `invalid_request`, `payload_too_large`.
 */
function rowsOf(body: unknown, field: string): readonly JsonValue[] {
  const rows = isJsonObject(body) ? body[field] : undefined
  if (!Array.isArray(rows)) throw notAllowed(field, 'a list', rows)
  if (rows.length <= rowsMax) return rows
  throw new AppError(
    'payload_too_large',
    `${field} has ${rows.length} rows, and at most ${rowsMax} are allowed: send them in smaller parts. Nothing was written.`,
  )
}

/** The errors of the rows that were not written. */
function refusalsOf(results: readonly (ProductResult | StockResult)[]): AppError[] {
  return results.flatMap(({ index, sku, status, error }) => {
    const row = sku === '' ? `Row ${index + 1}` : sku
    if (status === 'not_found') {
      const message = `${row}: there is no product or variant with this SKU.`
      return new AppError('not_found', message, { field: 'sku' })
    }
    return error === undefined
      ? []
      : new AppError(error.code, `${row}: ${error.message}`, error.details)
  })
}

function countsOf(results: readonly Pick<ProductResult | StockResult, 'status'>[]) {
  const counts = { total: results.length, created: 0, updated: 0, not_found: 0, error: 0 }
  for (const { status } of results) counts[status]++
  return counts
}

/** What the answer says of every row. */
const rowFields = {
  index: Type.Integer({ description: 'The place of the row in the request, from 0.' }),
  sku: Type.String({ description: 'The SKU as it was sent.' }),
}

const rowNotes = {
  error: Type.Optional(
    rowErrorSchema('storefront.RowError', 'Why nothing of the row was written.'),
  ),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What was left out or changed, as sentences. The row was written.',
      examples: [['sale_price 620 is above mrp 600.']],
    }),
  ),
}

const changed = Type.Optional(Type.Boolean({ description: 'false: nothing differed.' }))

const count = Type.Integer()

// These schemas are for the API document. The checks, which the import also uses, are in record.ts.

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const dryRunField = choiceField('dry_run', {
  choices: ['true', 'false', '1', '0'],
  description:
    'With `true` everything is tried and nothing is written. The ids answered for new products are not kept. An extension of Daybook.',
})

const hasPriceSchema = Type.Boolean({
  description:
    'As an answer says it. `false` makes a `sale_price` of 0 beside it count as not given; what it says else is ignored. An extension of Daybook.',
})

const bulkVariant = recordSchema(variantFields, {
  required: ['sku'],
  more: { has_price: Type.Optional(hasPriceSchema) },
  $id: 'storefront.BulkVariant',
  description:
    "A size or colour of a product, matched by SKU. Those not named stay as they are. A new one without prices has the product's.",
})

const bulkImage = Type.Union(
  [
    Type.String({ description: 'A data URL, or the https URL of a public image.' }),
    Type.Object({
      base64: Type.Optional(Type.String({ description: 'Base64, or a data URL.' })),
      data: Type.Optional(Type.String({ description: 'The same as `base64`.' })),
      url: Type.Optional(Type.String({ maxLength: urlCharactersMax })),
      content_type: Type.Optional(Type.String({ examples: ['image/png'] })),
      alt: Type.Optional(Type.String({ description: 'What the image shows, in words.' })),
      sort_order: Type.Optional(Type.Integer()),
    }),
  ],
  {
    $id: 'storefront.BulkImage',
    description:
      'JPEG, PNG, WebP or GIF, judged by its bytes: at most 5 MiB and 40 megapixels. A bad one is a warning.',
  },
)

const bulkProduct = recordSchema(productFields, {
  required: ['sku', 'name'],
  more: {
    image_url: Type.Optional(
      Type.Union([
        Type.String({
          maxLength: urlCharactersMax,
          description: 'Becomes the first image; it is linked, not fetched. null takes all away.',
        }),
        Type.Null(),
      ]),
    ),
    image_base64: Type.Optional(
      Type.String({ description: 'Becomes the first image: a data URL, or raw base64.' }),
    ),
    image_content_type: Type.Optional(
      Type.String({ description: 'With raw base64 in image_base64.', examples: ['image/png'] }),
    ),
    images: Type.Optional(
      Type.Array(bulkImage, { description: 'Takes the place of all images: at most 20.' }),
    ),
    variants: Type.Optional(
      Type.Array(bulkVariant, {
        description: `At most ${variantsMax}. An extension of Daybook.`,
      }),
    ),
    as_of: Type.Optional({
      ...asOfSchema,
      description:
        'When stock_quantity, also that of the variants, was counted: units sold since in orders that are not synced are taken off, not below 0. Without it a list of all products brings back what was sold since it was made: send it, or leave stock_quantity out. An extension of Daybook.',
    }),
    has_price: Type.Optional(hasPriceSchema),
  },
  $id: 'storefront.BulkProduct',
  description:
    'A product by its SKU. What is left out stays as it is; null empties the fields that may be null, and elsewhere counts as left out, with a warning.',
  examples: [
    {
      sku: 'RICE-5KG',
      name: 'Basmati Rice 5 kg',
      mrp: 620,
      sale_price: 575.5,
      stock_quantity: 40,
      gst_pct: 5,
      hsn: '1006',
    },
  ],
})

const bulkBody = unchecked(
  Type.Object(
    { products: Type.Array(bulkProduct, { maxItems: rowsMax }) },
    {
      $id: 'storefront.BulkProducts',
      description: `Products to create or update: at most ${rowsMax}.`,
      examples: [
        {
          products: [{ sku: 'RICE-5KG', name: 'Basmati Rice 5 kg', mrp: 620, stock_quantity: 40 }],
        },
      ],
    },
  ),
)

const bulkResult = Type.Object(
  {
    ...rowFields,
    status: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('error')]),
    id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The product; null when the row is wrong and there is none with that SKU.',
    }),
    images_uploaded: Type.Integer({
      minimum: 0,
      description: 'Inline images that are new to the product.',
    }),
    changed,
    pending_deducted: Type.Optional({
      ...pendingDeductedSchema,
      description:
        'Units of the product and of its variants that were taken off because of `as_of`.',
    }),
    ...rowNotes,
  },
  { $id: 'storefront.BulkResult', description: 'What became of one product.' },
)

const bulkAnswer = Type.Object(
  {
    summary: Type.Object(
      { total: count, created: count, updated: count, errors: count },
      { $id: 'storefront.BulkSummary' },
    ),
    results: Type.Array(bulkResult, { description: 'One for each product, in the same order.' }),
  },
  {
    $id: 'storefront.BulkAnswer',
    description: 'What became of each product.',
    examples: [
      {
        summary: { total: 1, created: 1, updated: 0, errors: 0 },
        results: [
          { index: 0, sku: 'RICE-5KG', status: 'created', id: exampleId, images_uploaded: 0 },
        ],
      },
    ],
  },
)

const stockUpdate = recordSchema(
  { sku: productFields.sku, ...stockFields },
  {
    required: ['sku'],
    more: { as_of: Type.Optional(asOfSchema) },
    $id: 'storefront.StockUpdate',
    description:
      'By the SKU of a product or a variant. At least one of stock_quantity, sale_price and mrp is needed.',
    examples: [{ sku: 'RICE-5KG', stock_quantity: 38, sale_price: 565 }],
  },
)

const stockBody = unchecked(
  Type.Object(
    { updates: Type.Array(stockUpdate, { maxItems: rowsMax }) },
    {
      $id: 'storefront.StockUpdates',
      description: `Stock and prices to set: at most ${rowsMax}.`,
      examples: [{ updates: [{ sku: 'RICE-5KG', stock_quantity: 38 }] }],
    },
  ),
)

const stockResult = Type.Object(
  {
    ...rowFields,
    status: Type.Union([Type.Literal('updated'), Type.Literal('not_found'), Type.Literal('error')]),
    target: Type.Union([Type.Literal('product'), Type.Literal('variant'), Type.Null()], {
      description: 'What has the SKU; null when nothing has, or the row is wrong.',
    }),
    id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The id of the product or variant.',
    }),
    changed,
    pending_deducted: Type.Optional(pendingDeductedSchema),
    ...rowNotes,
  },
  { $id: 'storefront.StockResult', description: 'What became of one update.' },
)

const stockAnswer = Type.Object(
  {
    summary: Type.Object(
      { total: count, updated: count, not_found: count, errors: count },
      { $id: 'storefront.StockSummary' },
    ),
    results: Type.Array(stockResult, { description: 'One for each update, in the same order.' }),
  },
  {
    $id: 'storefront.StockAnswer',
    description: 'What became of each update.',
    examples: [
      {
        summary: { total: 1, updated: 1, not_found: 0, errors: 0 },
        results: [
          {
            index: 0,
            sku: 'RICE-5KG',
            status: 'updated',
            target: 'product',
            id: exampleId,
            changed: true,
          },
        ],
      },
    ],
  },
)
