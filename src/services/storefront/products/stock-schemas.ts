import { Type } from '@sinclair/typebox'
import { unchecked } from '../../../platform/http/fields.ts'
import { recordSchema } from '../../../platform/record/schema.ts'
import { stockFields } from './read-stock-row.ts'
import { productFields } from './record.ts'
import { rowErrorSchema, warningsSchema } from './row-schemas.ts'
import { rowsMax } from './rules.ts'

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const stockUpdate = recordSchema(
  { sku: productFields.sku, ...stockFields },
  {
    required: ['sku'],
    more: {
      as_of: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'When stock_quantity was counted: units sold since in orders that are not synced are taken off, not below 0. An extension of Daybook.',
          examples: ['2026-11-05T09:30:00Z'],
        }),
      ),
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
    pending_deducted: Type.Optional(
      Type.Integer({ description: 'Units that were taken off because of `as_of`.' }),
    ),
    error: Type.Optional(rowErrorSchema),
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
