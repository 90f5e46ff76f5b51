import { listQuery, listSellers, showSeller } from './seller-lists.ts'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  forgetSeller,
  forgetThing,
  type LearntThing,
} from '../../../../services/scan-export/reading/habits/forget-habits.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { choiceOf, idParameter, textOf } from '../../../api/fields.ts'
import { forClerks, forOwners, sessionOf } from '../../../api/guard.ts'

/** What Daybook has learnt from sellers' bills. Everybody who works with bills may look, owners may make Daybook forget. */
export function sellerRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/sellers', ({ request }) => listSellers(deps, request), {
      query: listQuery,
      ...forClerks,
    })
    .get('/api/sellers/:id', ({ params: { id } }) => showSeller(deps, id), {
      ...idParameter,
      ...forClerks,
    })
    .post(
      '/api/sellers/:id/forget',
      async ({ request, body, params: { id } }) => {
        await forgetThing(deps.scanExport, id, body, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, body: thingBody, ...forOwners },
    )
    .post(
      '/api/sellers/:id/forget-all',
      async ({ request, params: { id } }) => {
        await forgetSeller(deps.scanExport, id, sessionOf(request).userId)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

const thingBody = Type.Object({
  kind: choiceOf<LearntThing['kind']>(['field', 'column', 'rate', 'alias']),
  key: textOf('a text'),
})
