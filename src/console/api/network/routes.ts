import { Elysia } from 'elysia'
import { forOwners } from '../describe.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleParts } from '../parts.ts'
import { changeNetwork, shownNetwork } from './change-network.ts'
import { networkBody } from './schemas.ts'

/** Whether other computers may reach Daybook, and at which addresses. */
export function networkRoutes(parts: ConsoleParts) {
  return new Elysia()
    .get('/api/network', () => shownNetwork(parts), forOwners)
    .post(
      '/api/network',
      async ({ request, body }) => {
        await changeNetwork(parts, body.access, sessionOf(request).userId)
        return shownNetwork(parts)
      },
      { body: networkBody, ...forOwners },
    )
}
