import { createRoute } from '@tanstack/react-router'
import { creditNotesSearch } from '../pages/credit-notes/data.ts'
import { customerSearch } from '../pages/customers/data.ts'
import { orderSearch, printSearch } from '../pages/orders/data.ts'
import { page, shellRoute } from './entry.ts'
import { t } from '../language/language.ts'

const inShell = { getParentRoute: () => shellRoute }

const ordersRoute = createRoute({
  ...inShell,
  path: '/orders',
  validateSearch: orderSearch,
  ...page(t('Orders'), () => import('../pages/orders/page.tsx'), 'OrdersPage', 'counter'),
})

const newOrderRoute = createRoute({
  ...inShell,
  path: '/orders/new',
  ...page(
    t('New order'),
    () => import('../pages/orders/new-order-page.tsx'),
    'NewOrderPage',
    'counter',
  ),
})

const orderRoute = createRoute({
  ...inShell,
  path: '/orders/$id',
  ...page(t('Order'), () => import('../pages/orders/order-page.tsx'), 'OrderPage', 'counter'),
})

const invoiceRoute = createRoute({
  ...inShell,
  path: '/orders/$id/invoice',
  ...page(
    t('Invoice'),
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
    t('Papers'),
    () => import('../pages/orders/paper/chosen-page.tsx'),
    'ChosenPapersPage',
    'counter',
  ),
})

const packingSlipRoute = createRoute({
  ...inShell,
  path: '/orders/$id/packing-slip',
  ...page(
    t('Packing slip'),
    () => import('../pages/orders/paper/packing-slip.tsx'),
    'PackingSlipPage',
    'counter',
  ),
})

const creditNotesRoute = createRoute({
  ...inShell,
  path: '/credit-notes',
  validateSearch: creditNotesSearch,
  ...page(
    t('Credit notes'),
    () => import('../pages/credit-notes/page.tsx'),
    'CreditNotesPage',
    'counter',
  ),
})

const creditNoteRoute = createRoute({
  ...inShell,
  path: '/credit-notes/$id',
  ...page(
    t('Credit note'),
    () => import('../pages/orders/paper/invoice-page.tsx'),
    'CreditNotePage',
    'counter',
  ),
})

const customersRoute = createRoute({
  ...inShell,
  path: '/customers',
  validateSearch: customerSearch,
  ...page(t('Customers'), () => import('../pages/customers/page.tsx'), 'CustomersPage', 'counter'),
})

/** Orders, their papers, and customers. */
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
