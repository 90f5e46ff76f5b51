import { Elysia } from 'elysia'
import { contextOf } from '../../../platform/http/request.ts'
import { describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { answeredArticlesMax, compareRanges, rangeArticlesMax, rangesMax } from './compare.ts'
import { Type } from '@sinclair/typebox'
import { absentOr } from '../../../platform/http/fields.ts'

export function digestRoutes(deps: StorefrontDeps) {
  return new Elysia().post(
    '/api/public/v1/products/digest',
    async ({ request, body: { ranges } }) => {
      const answer = await compareRanges(
        deps,
        ranges.map(({ from, before, digest }) => ({ from, before: before ?? undefined, digest })),
      )
      contextOf(request).rows = answer.results.length
      return answer
    },
    {
      body: digestBody,
      ...describeWrite({
        operationId: 'compareCatalogue',
        tag: 'Products',
        summary: 'Compare stock and prices with what you have',
        description:
          'An extension of Daybook, which changes nothing. Send digests of ranges of SKUs; the answer names the ranges that differ, with what is here in them: products and variants, listed or not. So ten thousand articles are compared in one call of a few kilobytes.',
        answer: digestAnswer,
        scope: 'products:write',
      }),
    },
  )
}

const exampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

const range = Type.Object(
  {
    from: Type.String({ description: 'The first SKU of the range; "" for the very first.' }),
    before: absentOr(
      Type.String({ description: 'The first SKU behind it; left out or null: to the end.' }),
      'a text or null',
    ),
    digest: Type.String({
      description:
        'SHA-256, hex, of a line `SKU⇥stock⇥MRP⇥selling price⏎` for each article, prices in paise, by SKU in the order of its UTF-8.',
    }),
  },
  { $id: 'storefront.DigestRange', description: 'What you have in a range of SKUs.' },
)

const digestBody = Type.Object(
  {
    ranges: Type.Array(range, {
      documented: { maxItems: rangesMax },
      description: `At most ${rangesMax}, in order, each of at most ${rangeArticlesMax} articles.`,
    }),
  },
  {
    $id: 'storefront.CatalogueDigest',
    description: 'What you have, as digests of ranges of SKUs.',
    examples: [
      {
        ranges: [
          { from: '', before: 'M', digest: exampleDigest },
          { from: 'M', digest: exampleDigest },
        ],
      },
    ],
  },
)

const article = Type.Object(
  {
    sku: Type.String(),
    target: Type.Union([Type.Literal('product'), Type.Literal('variant')]),
    stock_quantity: Type.Integer(),
    mrp: Type.Number(),
    sale_price: Type.Number(),
    has_price: Type.Boolean({ description: 'false: nobody gave it a price.' }),
  },
  { $id: 'storefront.DigestArticle', description: 'A product or variant as it is here.' },
)

const result = Type.Object(
  {
    from: Type.String(),
    before: Type.Union([Type.String(), Type.Null()]),
    same: Type.Boolean(),
    articles: Type.Optional(
      Type.Array(article, {
        description: `What is here, where the range differs; at most ${answeredArticlesMax} in one answer.`,
      }),
    ),
    more: Type.Optional(
      Type.Boolean({
        description: 'Whether the range holds more than is shown: ask for it in parts.',
      }),
    ),
  },
  { $id: 'storefront.DigestResult', description: 'Whether a range is the same here.' },
)

const count = Type.Integer({ minimum: 0 })

const digestAnswer = Type.Object(
  {
    summary: Type.Object(
      { ranges: count, same: count, different: count },
      { $id: 'storefront.DigestSummary' },
    ),
    results: Type.Array(result),
  },
  {
    $id: 'storefront.CatalogueComparison',
    description: 'Each range, in the order sent.',
    examples: [
      {
        summary: { ranges: 2, same: 1, different: 1 },
        results: [
          { from: '', before: 'M', same: true },
          {
            from: 'M',
            before: null,
            same: false,
            articles: [
              {
                sku: 'RICE-5KG',
                target: 'product',
                stock_quantity: 12,
                mrp: 620,
                sale_price: 575.5,
                has_price: true,
              },
            ],
            more: false,
          },
        ],
      },
    ],
  },
)
