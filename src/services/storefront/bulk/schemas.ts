import { Type } from '@sinclair/typebox'
import { choiceField, rowErrorSchema, unchecked } from '../../../platform/http/fields.ts'
import { recordSchema } from '../../../platform/record/read.ts'
import { variantsMax } from '../products/read-product.ts'
import { productFields, urlCharactersMax, variantFields } from '../products/record.ts'
import { rowsMax } from '../products/rules.ts'
import { asOfSchema, pendingDeductedSchema } from './rows.ts'
import { stockFields } from './update-stock.ts'

const rowError = rowErrorSchema('storefront.RowError', 'Why nothing of the row was written.')

const warningsSchema = Type.Array(Type.String(), {
  description: 'What was left out or changed, as sentences. The row was written.',
  examples: [['sale_price 620 is above mrp 600.']],
})

// These schemas are for the API document. The checks, which the import also uses, are in record.ts.

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const dryRunField = choiceField('dry_run', {
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

export const bulkBody = unchecked(
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
    index: Type.Integer({ description: 'The place of the row in the request, from 0.' }),
    sku: Type.String({ description: 'The SKU as it was sent.' }),
    status: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('error')]),
    id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The product; null when the row is wrong and there is none with that SKU.',
    }),
    images_uploaded: Type.Integer({
      minimum: 0,
      description: 'Inline images that are new to the product.',
    }),
    changed: Type.Optional(Type.Boolean({ description: 'false: nothing differed.' })),
    pending_deducted: Type.Optional({
      ...pendingDeductedSchema,
      description:
        'Units of the product and of its variants that were taken off because of `as_of`.',
    }),
    error: Type.Optional(rowError),
    warnings: Type.Optional(warningsSchema),
  },
  { $id: 'storefront.BulkResult', description: 'What became of one product.' },
)

export const bulkAnswer = Type.Object(
  {
    summary: Type.Object(
      {
        total: Type.Integer(),
        created: Type.Integer(),
        updated: Type.Integer(),
        errors: Type.Integer(),
      },
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
    more: {
      as_of: Type.Optional(asOfSchema),
    },
    $id: 'storefront.StockUpdate',
    description:
      'By the SKU of a product or a variant. At least one of stock_quantity, sale_price and mrp is needed.',
    examples: [{ sku: 'RICE-5KG', stock_quantity: 38, sale_price: 565 }],
  },
)

export const stockBody = unchecked(
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
    index: Type.Integer({ description: 'The place of the row in the request, from 0.' }),
    sku: Type.String({ description: 'The SKU as it was sent.' }),
    status: Type.Union([Type.Literal('updated'), Type.Literal('not_found'), Type.Literal('error')]),
    target: Type.Union([Type.Literal('product'), Type.Literal('variant'), Type.Null()], {
      description: 'What has the SKU; null when nothing has, or the row is wrong.',
    }),
    id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The id of the product or variant.',
    }),
    changed: Type.Optional(Type.Boolean({ description: 'false: nothing differed.' })),
    pending_deducted: Type.Optional(pendingDeductedSchema),
    error: Type.Optional(rowError),
    warnings: Type.Optional(warningsSchema),
  },
  { $id: 'storefront.StockResult', description: 'What became of one update.' },
)

export const stockAnswer = Type.Object(
  {
    summary: Type.Object(
      {
        total: Type.Integer(),
        updated: Type.Integer(),
        not_found: Type.Integer(),
        errors: Type.Integer(),
      },
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
