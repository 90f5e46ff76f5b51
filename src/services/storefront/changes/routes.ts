import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import type { Scope } from '../../../accounts/keys/rules.ts'
import { changeFields, changesAsked, changesReply } from '../../../changes/fields.ts'
import type { ChangeWaits } from '../../../changes/wait.ts'
import { AppError } from '../../../platform/errors.ts'
import { querySchemaOf } from '../../../platform/http/fields.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { describeRead } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { PriceBooks } from '../pricing/price-book.ts'
import { storefrontKinds, type StorefrontKind } from './kinds.ts'
import { changesAnswer } from './schemas.ts'
import { showChanges } from './show-changes.ts'

const scopeOfKind = {
  product: 'storefront:read',
  stock: 'storefront:read',
  order: 'orders:read',
} as const satisfies Record<StorefrontKind, Scope>

/** The kinds for requests that name none. */
const inFull = ['product', 'order'] as const satisfies readonly StorefrontKind[]

export function changeRoutes(deps: StorefrontDeps, prices: PriceBooks, waits: ChangeWaits) {
  return new Elysia().get(
    '/api/public/v1/changes',
    ({ request }) => {
      const asked = changesAsked(request, storefrontKinds)
      const kinds = kindsFor(callerOf(request).scopes, asked.kinds)
      const origin = deps.imageBaseUrl ?? contextOf(request).origin
      return changesReply(request, waits, asked, (after) =>
        showChanges(deps, prices, { ...asked, kinds, after }, origin),
      )
    },
    {
      query: querySchemaOf(changeFields),
      ...describeRead({
        operationId: 'listStorefrontChanges',
        tag: 'Changes',
        summary: 'Follow what changes in the catalogue and the orders',
        description:
          'An extension of Daybook. Products that customers may see and orders, each once, as they are now, in the order in which they last changed; what is gone, or hidden from customers, comes with `removed`. Keep `next` and send it as `after`. `kinds=stock` gives, instead of a whole product, how much there is of it. Products and stock need the scope `storefront:read`, orders `orders:read`: what a key may not read it does not see.',
        answer: changesAnswer,
        hasQuery: true,
        refusals: [403, 410, 503],
      }),
    },
  )
}

/** Throws AppError `forbidden`, and `invalid_request` if products are requested in two forms. */
function kindsFor(
  scopes: readonly Scope[],
  asked: readonly StorefrontKind[] | undefined,
): readonly StorefrontKind[] {
  const isAllowed = (kind: StorefrontKind) => scopes.includes(scopeOfKind[kind])
  const kinds = asked ?? inFull.filter(isAllowed)
  const refused = kinds.length === 0 ? 'product' : kinds.find((kind) => !isAllowed(kind))
  if (refused !== undefined) {
    const scope = scopeOfKind[refused]
    throw new AppError(
      'forbidden',
      `This key lacks the scope ${scope}, which changes of the kind ${refused} need.`,
    )
  }
  if (!kinds.includes('stock') || !kinds.includes('product')) return kinds
  throw new AppError('invalid_request', 'kinds may have product or stock, not both.', {
    field: 'kinds',
  })
}
