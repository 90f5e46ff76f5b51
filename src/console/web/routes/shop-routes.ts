import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readProductSearch } from '../pages/catalogue/product-search.ts'
import { orderStatuses, syncStates } from '../pages/orders/order-words.ts'
import { choiceSearch, pageSearch, textSearch } from '../search.ts'
import { shellRoute } from './entry-routes.ts'

const catalogueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  validateSearch: readProductSearch,
  staticData: { title: 'Products' },
  component: lazyRouteComponent(
    () => import('../pages/catalogue/products-page.tsx'),
    'ProductsPage',
  ),
})

const newProductRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/new',
  staticData: { title: 'New product' },
  component: lazyRouteComponent(
    () => import('../pages/catalogue/new-product-page.tsx'),
    'NewProductPage',
  ),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/$id',
  staticData: { title: 'Product' },
  component: lazyRouteComponent(() => import('../pages/catalogue/product-page.tsx'), 'ProductPage'),
})

const productImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/import',
  staticData: { title: 'Import products' },
  component: lazyRouteComponent(
    () => import('../pages/product-import/product-import-page.tsx'),
    'ProductImportPage',
  ),
})

const categoryText = textSearch('search')

const categoriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/categories',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...categoryText(search),
  }),
  staticData: { title: 'Categories' },
  component: lazyRouteComponent(
    () => import('../pages/categories/categories-page.tsx'),
    'CategoriesPage',
  ),
})

const offerState = choiceSearch('state', ['active', 'scheduled', 'ended', 'off'])
const offerText = textSearch('search')

const offersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/offers',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...offerState(search),
    ...offerText(search),
  }),
  staticData: { title: 'Offers' },
  component: lazyRouteComponent(() => import('../pages/offers/offers-page.tsx'), 'OffersPage'),
})

const orderStatus = choiceSearch('status', orderStatuses)
const orderSync = choiceSearch('sync', syncStates)
const orderSort = choiceSearch('sort', ['oldest'])
const orderText = textSearch('search')
const placedFrom = textSearch('from')
const placedUntil = textSearch('until')

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...orderStatus(search),
    ...orderSync(search),
    ...orderSort(search),
    ...orderText(search),
    ...placedFrom(search),
    ...placedUntil(search),
  }),
  staticData: { title: 'Orders' },
  component: lazyRouteComponent(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  staticData: { title: 'New order' },
  component: lazyRouteComponent(() => import('../pages/orders/new-order-page.tsx'), 'NewOrderPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  staticData: { title: 'Order' },
  component: lazyRouteComponent(() => import('../pages/orders/order-page.tsx'), 'OrderPage'),
})

export const shopRoutes = [
  catalogueRoute,
  newProductRoute,
  productRoute,
  productImportRoute,
  categoriesRoute,
  offersRoute,
  ordersRoute,
  newOrderRoute,
  orderRoute,
] as const
