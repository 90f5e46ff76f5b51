import { Type } from '@sinclair/typebox'
import { changesAnswerOf } from '../../../changes/fields.ts'
import { productDetail } from '../catalogue/schemas.ts'
import { order } from '../orders/schemas.ts'
import { storefrontKinds } from './kinds.ts'

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
    description: 'How much there is of a product and of its variants.',
  },
)

export const changesAnswer = changesAnswerOf(
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
