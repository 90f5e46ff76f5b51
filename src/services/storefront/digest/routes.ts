import { Elysia } from 'elysia'
import { contextOf } from '../../../platform/http/request.ts'
import { describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { compareRanges } from './compare.ts'
import { digestAnswer, digestBody } from './schemas.ts'

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
