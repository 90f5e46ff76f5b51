import { Elysia } from 'elysia'
import { forOwners } from '../describe.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'
import { changeNetwork, shownNetwork } from './change-network.ts'
import { networkBody } from './schemas.ts'

/** Whether other computers may reach Daybook, and at which addresses. */
export function networkRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/network', () => shownNetwork(deps), forOwners)
    .post(
      '/api/network',
      async ({ request, body }) => {
        await changeNetwork(deps, body.access, sessionOf(request).userId)
        return shownNetwork(deps)
      },
      { body: networkBody, ...forOwners },
    )
}
