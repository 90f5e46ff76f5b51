import { Type } from '@sinclair/typebox'
import type { AppError, ErrorCode } from '../../platform/errors.ts'
import { descriptions } from '../../platform/http/openapi/describe.ts'
import type { ApiAbout } from '../../platform/http/openapi/document.ts'
import { statusOf } from '../../platform/http/refusal.ts'

/** What `error.code` can be (source: decisions, "Storefront", "Errors"); null where nothing better is known. */
const codes: Record<ErrorCode, string | null> = {
  invalid_request: 'invalid_request',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: null,
  conflict: 'conflict',
  gone: null,
  rate_limited: 'rate_limited',
  unavailable: null,
  insufficient_storage: null,
  internal: 'internal',
}

/** The service's error shape (source: the contract, "Errors"). */
const errorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'What was wrong and what is allowed, as a sentence.' }),
      code: Type.Union([Type.String(), Type.Null()], {
        description: 'A word for programs; null where nothing better is known.',
      }),
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
        },
        status: 400,
      },
    ],
  },
)

export function errorBody(error: AppError) {
  return {
    error: { message: error.message, code: codes[error.code] },
    status: statusOf(error.code),
  }
}

/** What the API document says about the service as a whole. */
export const storefrontAbout: ApiAbout = {
  title: 'Daybook storefront',
  description: `The shop's catalogue, its stock and its orders, for a web shop in front of it and an accounting or ERP system behind it.

Read products, categories and offers. Send products and stock by SKU, as many at once as you like. Fetch the orders that are not synced, book them, then mark them as synced: they are not delivered again.

- Send a storefront key with every call: \`Authorization: Bearer KEY\`. Each call needs the scope that it names; a key carries one or more.
- An error is \`{ "error": { "message": "…", "code": "…" }, "status": 400 }\`: the message is a sentence that names the field, what was wrong and what is allowed.
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
