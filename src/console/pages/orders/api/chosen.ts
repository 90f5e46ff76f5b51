import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listOrderIds } from '../../../../services/storefront/orders/list-orders.ts'
import { moveStatuses } from '../../../../services/storefront/orders/move-status.ts'
import { putBackOrders } from '../../../../services/storefront/orders/delivery/put-back.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forCounter, forOwners, sessionOf } from '../../../api/guard.ts'
import { idsOf, whichBody } from '../../../api/which.ts'
import { filterQuery, readChosen, statusWord } from './list-orders.ts'

const moveBody = Type.Object({ which: whichBody, status: statusWord })

const putBackBody = Type.Object({ which: whichBody })

/** Commands for several orders: chosen ones, or all that match a filter. */
export function chosenRoutes({ storefront }: ConsoleDeps) {
  const chosen = (which: Parameters<typeof idsOf>[0]) =>
    idsOf(which, filterQuery, (query) =>
      listOrderIds(storefront, readChosen(storefront.database.read, query)),
    )
  return new Elysia()
    .post(
      '/api/orders/chosen/status',
      async ({ request, body: { which, status } }) => {
        const { userId } = sessionOf(request)
        return await moveStatuses(storefront, await chosen(which), status, userId)
      },
      { body: moveBody, ...forCounter },
    )
    .post(
      '/api/orders/chosen/put-back',
      async ({ request, body: { which } }) =>
        await putBackOrders(storefront, await chosen(which), sessionOf(request).userId),
      { body: putBackBody, ...forOwners },
    )
}
