import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import type { Scope } from '../../../accounts/keys/rules.ts'
import {
  changeFields,
  changesAnswerOf,
  changesAsked,
  changesReply,
} from '../../../changes/fields.ts'
import type { ChangeWaits } from '../../../changes/wait.ts'
import { AppError } from '../../../platform/errors.ts'
import { querySchemaOf } from '../../../platform/http/fields.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { describeRead } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { PriceBooks } from '../pricing/price-book.ts'
import { type StorefrontKind, showChanges, storefrontKinds } from './show-changes.ts'
import { Type } from '@sinclair/typebox'
import { productDetail } from '../catalogue/schemas.ts'
import { order } from '../orders/schemas.ts'

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
        summary: 'Follow changes of the catalogue and orders',
        description:
          'An extension of Daybook. Returns orders, and products that customers may see. Each comes once, in its present state, ordered by its latest change. Deleted and hidden ones come with `removed`. Keep `next` and send it as `after`. With `kinds=stock` you get the stock of each product instead of the whole product. Products and stock need the scope `storefront:read`, orders need `orders:read`. The feed leaves out what the key may not read.',
        answer: changesAnswer,
        sendsWhole: true,
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

const article = {
  id: Type.String({ format: 'uuid' }),
  sku: Type.String({ description: '"" when there is none.' }),
  stock_quantity: Type.Integer(),
}

const stock = Type.Object(
  {
    ...article,
    variants: Type.Array(Type.Object(article, { $id: 'storefront.ChangedVariantStock' })),
  },
  {
    $id: 'storefront.ChangedStock',
    description: 'The stock of a product and of its variants.',
  },
)

const changesAnswer = changesAnswerOf(
  'storefront',
  storefrontKinds,
  {
    product: Type.Optional(productDetail),
    stock: Type.Optional(stock),
    order: Type.Optional(order),
  },
  {
    changes: [
      {
        kind: 'stock',
        id: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
        removed: false,
        stock: {
          id: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
          sku: 'RICE-5KG',
          stock_quantity: 12,
          variants: [],
        },
      },
      { kind: 'product', id: '0199a1b2-8d4e-7f50-9b6c-7d8e9f0a1b2c', removed: true },
    ],
    next: '6d8e9f0a1b2c-4711',
    more: false,
  },
)
