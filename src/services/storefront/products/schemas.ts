import { Type, type TSchema } from '@sinclair/typebox'
import { choiceField, unchecked } from '../../../platform/http/fields.ts'
import { slugCharactersMax } from '../slugs.ts'
import { rowErrorSchema, warningsSchema } from './row-schemas.ts'
import {
  approvalStatuses,
  barcodeCharactersMax,
  descriptionCharactersMax,
  nameCharactersMax,
  rowsMax,
  skuCharactersMax,
  stockMax,
  urlCharactersMax,
  variantLabelCharactersMax,
  variantsMax,
} from './rules.ts'

// The schemas of what comes in are for the document; the checks, which also serve the import, are in rules.ts.

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const dryRunField = choiceField('dry_run', {
  choices: ['true', 'false', '1', '0'],
  description:
    'With `true` everything is tried and nothing is written. The ids answered for new products are not kept. An extension of Daybook.',
})

const orNull = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))

const money = (description: string) =>
  Type.Number({ minimum: 0, description: `${description} In rupees, with at most two decimals.` })

const stock = Type.Integer({
  minimum: -stockMax,
  maximum: stockMax,
  description: 'Units in stock. Below zero means sold out; a fraction is rounded down.',
})

const bulkVariant = Type.Object(
  {
    sku: Type.String({ minLength: 1, maxLength: skuCharactersMax }),
    size: Type.Optional(Type.String({ maxLength: variantLabelCharactersMax, examples: ['M'] })),
    color: Type.Optional(Type.String({ maxLength: variantLabelCharactersMax, examples: ['Red'] })),
    color_hex: Type.Optional(Type.String({ examples: ['#c0392b'] })),
    mrp: Type.Optional(money("A new variant without prices has the product's.")),
    sale_price: Type.Optional(money('What it sells for.')),
    stock_quantity: Type.Optional(stock),
  },
  {
    $id: 'storefront.BulkVariant',
    description: 'A size or colour of a product, matched by SKU. Those not named stay as they are.',
  },
)

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

const bulkProduct = Type.Object(
  {
    sku: Type.String({
      minLength: 1,
      maxLength: skuCharactersMax,
      description: 'What the product is matched by: exact after trimming.',
      examples: ['RICE-5KG'],
    }),
    name: Type.String({ minLength: 1, maxLength: nameCharactersMax, examples: ['Basmati Rice'] }),
    slug: Type.Optional(
      Type.String({
        maxLength: slugCharactersMax,
        description: 'Made from the name when it is left out, and kept when the name changes.',
        examples: ['basmati-rice'],
      }),
    ),
    description: orNull(Type.String({ maxLength: descriptionCharactersMax })),
    details: orNull(Type.String({ maxLength: descriptionCharactersMax })),
    category_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'This or category_slug.', examples: [exampleId] }),
    ),
    category_slug: Type.Optional(
      Type.String({ description: 'This or category_id.', examples: ['groceries'] }),
    ),
    mrp: Type.Optional(money('Maximum retail price, including GST.')),
    sale_price: Type.Optional(money('What it sells for, including GST.')),
    min_sale_price: orNull(money('Selling below it is a warning.')),
    stock_quantity: Type.Optional(stock),
    gst_pct: Type.Optional(Type.Number({ minimum: 0, maximum: 100, examples: [5] })),
    hsn: Type.Optional(
      Type.String({ description: '4 to 8 digits. An extension of Daybook.', examples: ['1006'] }),
    ),
    barcode: Type.Optional(
      Type.String({ maxLength: barcodeCharactersMax, description: 'An extension of Daybook.' }),
    ),
    size_chart: Type.Optional(
      Type.Unknown({ description: 'Any JSON; `{}` takes it away. An extension of Daybook.' }),
    ),
    image_url: orNull(
      Type.String({
        maxLength: urlCharactersMax,
        description: 'Becomes the first image; it is linked, not fetched. null takes all away.',
      }),
    ),
    video_url: orNull(Type.String({ maxLength: urlCharactersMax })),
    vendor_id: orNull(
      Type.String({ format: 'uuid', description: "An entry of the organisation's vendor list." }),
    ),
    vendor_cost: orNull(money('What the vendor charges; no customer sees it.')),
    b2b_price: orNull(money('The price for other businesses.')),
    b2b_min_qty: orNull(Type.Integer({ minimum: 0 })),
    is_active: Type.Optional(Type.Boolean({ description: 'true for a new product.' })),
    approval_status: Type.Optional(
      Type.Union(
        approvalStatuses.map((status) => Type.Literal(status)),
        { description: '`approved` for a new product; only those are listed.' },
      ),
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
  {
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
  },
)

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
