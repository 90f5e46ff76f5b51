import { Type } from '@sinclair/typebox'
import { choiceField, unchecked } from '../../../platform/http/fields.ts'
import { recordSchema } from '../../../platform/record/schema.ts'
import { variantsMax } from './read-product.ts'
import { productFields, urlCharactersMax, variantFields } from './record.ts'
import { rowErrorSchema, warningsSchema } from './row-schemas.ts'
import { rowsMax } from './rules.ts'

// The schemas of what comes in are for the document; the checks, which also serve the import, are in record.ts.

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const dryRunField = choiceField('dry_run', {
  choices: ['true', 'false', '1', '0'],
  description:
    'With `true` everything is tried and nothing is written. The ids answered for new products are not kept. An extension of Daybook.',
})

const bulkVariant = recordSchema(variantFields, {
  required: ['sku'],
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
    error: Type.Optional(rowErrorSchema),
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
