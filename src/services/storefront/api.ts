import { Type } from '@sinclair/typebox'
import type { AppError } from '../../platform/errors.ts'
import { codeSchema, messageSchema } from '../../platform/http/fields.ts'
import { descriptions } from '../../platform/http/openapi/describe.ts'
import type { ApiAbout } from '../../platform/http/openapi/document.ts'
import { statusOf } from '../../platform/http/reply.ts'

const money = Type.Union([Type.Number(), Type.Null()], {
  description: 'In rupees; null for no price.',
})

const detailSchema = Type.Object(
  {
    sku: Type.Optional(Type.String()),
    wanted: Type.Optional(Type.Integer({ description: 'Units that the order wants.' })),
    available: Type.Optional(Type.Integer({ description: 'Units in stock.' })),
    given: Type.Optional(money),
    expected: Type.Optional(money),
    first_used_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the Idempotency-Key came first.' }),
    ),
  },
  { $id: 'storefront.ErrorDetail', description: 'One thing that was wrong, for programs.' },
)

/** The error format of the service (source: the contract, "Errors"). `field` and `details` are extensions. */
const errorSchema = Type.Object(
  {
    error: Type.Object({
      message: messageSchema,
      code: codeSchema(),
      field: Type.Optional(
        Type.String({ description: 'The field that is at fault. Left out where there is none.' }),
      ),
      details: Type.Optional(
        Type.Array(detailSchema, {
          description:
            'Of `insufficient_stock`: `sku`, `wanted`, `available`; of `price_missing` and `price_changed`: `sku`, `given`, `expected`; of `idempotency_conflict`: `first_used_at`. Left out otherwise.',
        }),
      ),
    }),
    status: Type.Integer({ description: 'The HTTP status.' }),
  },
  {
    $id: 'storefront.Error',
    description: 'Why a request was refused.',
    examples: [
      {
        error: {
          message: 'limit must be a whole number from 1 to 100, got "abc".',
          code: 'invalid_request',
          field: 'limit',
        },
        status: 400,
      },
    ],
  },
)

export function errorBody({ message, code, details: { field, items } }: AppError) {
  return {
    error: {
      message,
      code,
      ...(typeof field === 'string' && { field }),
      ...(items && { details: items }),
    },
    status: statusOf(code),
  }
}

/** The API document's text about the whole service. */
export const storefrontAbout: ApiAbout = {
  title: 'Daybook storefront',
  description: `The shop's catalogue, its stock and its orders, for a web shop in front of it and an accounting or ERP system behind it.

Read products, categories and offers. Send products and stock by SKU, as many at once as you like. Fetch the orders that are not synced, book them, then mark them as synced: they are not delivered again.

- Send a storefront key with every call: \`Authorization: Bearer KEY\`. Each call needs the scope that it names; a key carries one or more.
- An error is \`{ "error": { "message": "…", "code": "…" }, "status": 400 }\`: the message is a sentence that names the field, what was wrong and what is allowed; the code is a word of a closed list. \`field\` and \`details\` stand beside them where there are some.
- Money is in rupees, with at most two decimals.
- Every call is safe to repeat; send \`Idempotency-Key\` with the one that places an order, so that a repeat places it once.
- Unknown query parameters and unknown fields are ignored. A path that does not exist answers 404, a method that a path does not have answers 405 with \`Allow\`, both with the same error body.
- A test key (\`dbt_…\`) works on a copy of the shop's data and never on the book; each answer to one has the header \`Daybook-Test: true\`. With the header \`Daybook-Test-Fail\` it asks for a failure: \`429\`, \`500\`, \`500-after-commit\`, \`cut\` or \`slow\`.
- Keep what you fetched and ask once a minute at most; \`If-None-Match\` makes that cheap.
- Every answer has \`Daybook-Version\`, a number that only grows: the version of the catalogue. Whoever reads from several copies sends the highest that it has seen in the same header, and is shown nothing older: a copy that is behind answers 503 with \`Retry-After\`.`,
  tags: [
    { name: 'Catalogue', description: 'Products, categories and offers, as customers see them.' },
    { name: 'Products', description: 'Create and update products, prices and stock by SKU.' },
    {
      name: 'Changes',
      description: 'What changed since you last asked. An extension of Daybook.',
    },
    { name: 'Orders', description: 'Place orders, fetch what waits, acknowledge it.' },
    { name: 'Keys', description: 'Who calls, and what calls may carry. An extension of Daybook.' },
  ],
  collection: {
    calls: {
      listProducts: { gives: { product_slug: 'data.0.slug' } },
      getProduct: { takes: { slug: 'product_slug' } },
      listUnsyncedOrders: { gives: { order_id: 'data.0.id', lease_id: 'lease_id' } },
      markOrdersSynced: { takes: { 'orders.0.order_id': 'order_id' } },
      placeOrder: { gives: { order_id: 'id' } },
      moveOrder: { takes: { id: 'order_id' } },
      sendOrderImportResults: { takes: { 'results.0.id': 'order_id' } },
      renewOrderLease: { takes: { id: 'lease_id' } },
      resetTest: { key: 'test_key' },
    },
  },
}

export const { describeRead, describeWrite } = descriptions(errorSchema)
