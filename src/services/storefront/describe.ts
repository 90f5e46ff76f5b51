import { descriptions } from '../../platform/http/describe.ts'
import type { ApiAbout } from '../../platform/http/openapi.ts'
import { errorSchema } from './errors.ts'

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
- Keep what you fetched and ask once a minute at most; \`If-None-Match\` makes that cheap.`,
  tags: [
    { name: 'Catalogue', description: 'Products, categories and offers, as customers see them.' },
    { name: 'Products', description: 'Create and update products, prices and stock by SKU.' },
    { name: 'Orders', description: 'Place orders, fetch what waits, acknowledge it.' },
  ],
}

export const { describeRead, describeWrite } = descriptions(errorSchema)
