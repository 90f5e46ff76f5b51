import { createRoute } from '@tanstack/react-router'
import { productSearch } from '../pages/catalogue/product-search.ts'
import { categorySearch } from '../pages/categories/data.ts'
import { offerSearch } from '../pages/offers/data.ts'
import { orderSearch } from '../pages/orders/order-search.ts'
import { shellRoute } from './entry-routes.ts'
import { lazyPage } from './lazy-page.ts'

const catalogueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  validateSearch: productSearch,
  staticData: { title: 'Products', ownersOnly: true },
  component: lazyPage(() => import('../pages/catalogue/products-page.tsx'), 'ProductsPage'),
})

const newProductRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/new',
  staticData: { title: 'New product', ownersOnly: true },
  component: lazyPage(() => import('../pages/catalogue/new-product-page.tsx'), 'NewProductPage'),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/$id',
  staticData: { title: 'Product', ownersOnly: true },
  component: lazyPage(() => import('../pages/catalogue/product-page.tsx'), 'ProductPage'),
})

const productImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/import',
  staticData: { title: 'Import products', ownersOnly: true },
  component: lazyPage(
    () => import('../pages/product-import/product-import-page.tsx'),
    'ProductImportPage',
  ),
})

const categoriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/categories',
  validateSearch: categorySearch,
  staticData: { title: 'Categories', ownersOnly: true },
  component: lazyPage(() => import('../pages/categories/page.tsx'), 'CategoriesPage'),
})

const offersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/offers',
  validateSearch: offerSearch,
  staticData: { title: 'Offers', ownersOnly: true },
  component: lazyPage(() => import('../pages/offers/page.tsx'), 'OffersPage'),
})

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  validateSearch: orderSearch,
  staticData: { title: 'Orders', ownersOnly: true },
  component: lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  staticData: { title: 'New order', ownersOnly: true },
  component: lazyPage(() => import('../pages/orders/new-order-page.tsx'), 'NewOrderPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  staticData: { title: 'Order', ownersOnly: true },
  component: lazyPage(() => import('../pages/orders/order-page.tsx'), 'OrderPage'),
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
