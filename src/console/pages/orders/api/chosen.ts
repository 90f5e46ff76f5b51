import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listOrderIds } from '../../../../services/storefront/orders/list-orders.ts'
import { moveStatuses } from '../../../../services/storefront/orders/move-status.ts'
import { putBackOrders } from '../../../../services/storefront/orders/delivery/put-back.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forCounter, forOwners, sessionOf } from '../../../api/guard.ts'
import { idsOf, whichBody, partBody } from '../../../api/which.ts'
import { filterQuery, readChosen, statusWord } from './list-orders.ts'
import { issueInvoices } from '../../../../services/storefront/orders/invoices/issue-invoice.ts'
import { listPapers } from '../../../../services/storefront/orders/invoices/show-invoice.ts'

const moveBody = Type.Object({ which: whichBody, status: statusWord })

const chosenBody = Type.Object({ which: whichBody })

const papersBody = Type.Object({ which: whichBody, part: partBody })

/** The most orders in one print job: more would keep a browser busy for long. */
const ordersPerPart = 100

/** Commands for several orders, and their papers for printing: chosen orders, or all that match a filter. */
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
      { body: chosenBody, ...forOwners },
    )
    .post(
      '/api/orders/chosen/papers',
      async ({ body: { which, part } }) => {
        const ids = await chosen(which)
        const some = ids.slice(part * ordersPerPart, (part + 1) * ordersPerPart)
        const papers = listPapers(storefront, some)
        return { items: papers.map(shownPapers), total: ids.length, size: ordersPerPart }
      },
      { body: papersBody, ...forCounter },
    )
    .post(
      '/api/orders/chosen/invoices',
      async ({ request, body: { which } }) =>
        issueInvoices(storefront, await chosen(which), sessionOf(request).userId),
      { body: chosenBody, ...forCounter },
    )
}

/** The values of a packing slip, and the invoice. */
function shownPapers({ order, lines, invoice }: ReturnType<typeof listPapers>[number]) {
  const { id, orderNo, createdAt, customerName, customerPhone } = order
  const { shippingAddress, shippingCity, shippingPincode, shippingState } = order
  return {
    id,
    orderNo,
    createdAt: new Date(createdAt).toISOString(),
    customerName,
    customerPhone,
    shippingAddress,
    shippingCity,
    shippingPincode,
    shippingState,
    lines: lines.map((line) => ({
      id: line.id,
      productName: line.productName,
      variantLabel: line.variantLabel,
      sku: line.sku,
      quantity: line.quantity,
    })),
    invoice,
  }
}
