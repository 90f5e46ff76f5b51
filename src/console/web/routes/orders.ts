import { createRoute } from '@tanstack/react-router'
import { creditNotesSearch } from '../pages/credit-notes/data.ts'
import { customerSearch } from '../pages/customers/data.ts'
import { orderSearch, printSearch } from '../pages/orders/data.ts'
import { page, shellRoute } from './entry.ts'

const inShell = { getParentRoute: () => shellRoute }

const ordersRoute = createRoute({
  ...inShell,
  path: '/orders',
  validateSearch: orderSearch,
  ...page('Orders', () => import('../pages/orders/page.tsx'), 'OrdersPage', 'counter'),
})

const newOrderRoute = createRoute({
  ...inShell,
  path: '/orders/new',
  ...page(
    'New order',
    () => import('../pages/orders/new-order-page.tsx'),
    'NewOrderPage',
    'counter',
  ),
})

const orderRoute = createRoute({
  ...inShell,
  path: '/orders/$id',
  ...page('Order', () => import('../pages/orders/order-page.tsx'), 'OrderPage', 'counter'),
})

const invoiceRoute = createRoute({
  ...inShell,
  path: '/orders/$id/invoice',
  ...page(
    'Invoice',
    () => import('../pages/orders/paper/invoice-page.tsx'),
    'InvoicePage',
    'counter',
  ),
})

const chosenPapersRoute = createRoute({
  ...inShell,
  path: '/orders/print',
  validateSearch: printSearch,
  ...page(
    'Papers',
    () => import('../pages/orders/paper/chosen-page.tsx'),
    'ChosenPapersPage',
    'counter',
  ),
})

const packingSlipRoute = createRoute({
  ...inShell,
  path: '/orders/$id/packing-slip',
  ...page(
    'Packing slip',
    () => import('../pages/orders/paper/packing-slip-page.tsx'),
    'PackingSlipPage',
    'counter',
  ),
})

const creditNotesRoute = createRoute({
  ...inShell,
  path: '/credit-notes',
  validateSearch: creditNotesSearch,
  ...page(
    'Credit notes',
    () => import('../pages/credit-notes/page.tsx'),
    'CreditNotesPage',
    'counter',
  ),
})

const creditNoteRoute = createRoute({
  ...inShell,
  path: '/credit-notes/$id',
  ...page(
    'Credit note',
    () => import('../pages/credit-notes/credit-note-page.tsx'),
    'CreditNotePage',
    'counter',
  ),
})

const customersRoute = createRoute({
  ...inShell,
  path: '/customers',
  validateSearch: customerSearch,
  ...page('Customers', () => import('../pages/customers/page.tsx'), 'CustomersPage', 'counter'),
})

/** Orders, their papers, and who ordered. */
export const orderRoutes = [
  ordersRoute,
  newOrderRoute,
  orderRoute,
  invoiceRoute,
  packingSlipRoute,
  chosenPapersRoute,
  creditNotesRoute,
  creditNoteRoute,
  customersRoute,
] as const
