import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { issueInvoices } from '../../../../services/storefront/orders/invoices/issue-invoice.ts'
import { listOrderIds } from '../../../../services/storefront/orders/list-orders.ts'
import { listPapers } from '../../../../services/storefront/orders/invoices/show-invoice.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { filterQuery, readChosen } from './list-orders.ts'
import { idsOf, partBody, whichBody } from '../../../api/which.ts'

/** The most orders in one print job: more would keep a browser busy for long. */
const ordersPerPart = 100

const papersBody = Type.Object({ which: whichBody, part: partBody })

const issueBody = Type.Object({ which: whichBody })

/** Papers of several orders for printing. */
export function chosenInvoiceRoutes({ storefront }: ConsoleDeps) {
  const chosen = (which: Parameters<typeof idsOf>[0]) =>
    idsOf(which, filterQuery, (query) =>
      listOrderIds(storefront, readChosen(storefront.database.read, query)),
    )
  return new Elysia()
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
      { body: issueBody, ...forCounter },
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
