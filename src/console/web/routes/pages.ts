import { createRoute } from '@tanstack/react-router'
import { activitySearch } from '../pages/activity/data.ts'
import { productSearch } from '../pages/catalogue/data.ts'
import { categorySearch } from '../pages/categories/data.ts'
import { creditSearch } from '../pages/credits/data.ts'
import { documentSearch, documentsSearch } from '../pages/documents/data.ts'
import { integrationSearch } from '../pages/integrations/data.ts'
import { keySearch } from '../pages/keys/data.ts'
import { nameSearch } from '../pages/names/data.ts'
import { offerSearch } from '../pages/offers/data.ts'
import { orderSearch } from '../pages/orders/data.ts'
import { ruleSearch } from '../pages/rules/data.ts'
import { settingsSearch } from '../pages/settings/data.ts'
import { userSearch } from '../pages/users/data.ts'
import { pageSearch } from '../search.ts'
import { NotFoundPage } from '../shell/instead.tsx'
import { lazyPage, shellRoute } from './entry.ts'

const inShell = { getParentRoute: () => shellRoute }

const homeRoute = createRoute({
  ...inShell,
  path: '/',
  ...page('Home', () => import('../pages/home/page.tsx'), 'HomePage'),
})

const keysRoute = createRoute({
  ...inShell,
  path: '/keys',
  validateSearch: keySearch,
  ...page('API keys', () => import('../pages/keys/page.tsx'), 'KeysPage'),
})

const integrationsRoute = createRoute({
  ...inShell,
  path: '/integrations',
  validateSearch: pageSearch,
  ...page('Integrations', () => import('../pages/integrations/page.tsx'), 'IntegrationsPage'),
})

const integrationRoute = createRoute({
  ...inShell,
  path: '/integrations/$id',
  validateSearch: integrationSearch,
  ...page('Integration', () => import('../pages/integrations/integration.tsx'), 'IntegrationPage'),
})

const activityRoute = createRoute({
  ...inShell,
  path: '/activity',
  validateSearch: activitySearch,
  ...page('Activity', () => import('../pages/activity/page.tsx'), 'ActivityPage'),
})

const usersRoute = createRoute({
  ...inShell,
  path: '/users',
  validateSearch: userSearch,
  ...ownersPage('Users', () => import('../pages/users/page.tsx'), 'UsersPage'),
})

const creditsRoute = createRoute({
  ...inShell,
  path: '/credits',
  validateSearch: creditSearch,
  ...page('Credits', () => import('../pages/credits/page.tsx'), 'CreditsPage'),
})

const settingsRoute = createRoute({
  ...inShell,
  path: '/settings',
  validateSearch: settingsSearch,
  ...page('Settings', () => import('../pages/settings/page.tsx'), 'SettingsPage'),
})

const accountRoute = createRoute({
  ...inShell,
  path: '/account',
  ...page('Your account', () => import('../pages/account/page.tsx'), 'AccountPage'),
})

const documentsRoute = createRoute({
  ...inShell,
  path: '/documents',
  validateSearch: documentsSearch,
  ...page('Documents', () => import('../pages/documents/page.tsx'), 'DocumentsPage'),
})

const documentRoute = createRoute({
  ...inShell,
  path: '/documents/$id',
  validateSearch: documentSearch,
  ...page('Document', () => import('../pages/documents/document.tsx'), 'DocumentPage'),
})

const rulesRoute = createRoute({
  ...inShell,
  path: '/rules',
  validateSearch: ruleSearch,
  ...ownersPage('Rename rules', () => import('../pages/rules/page.tsx'), 'RulesPage'),
})

const vendorsRoute = createRoute({
  ...inShell,
  path: '/vendors',
  validateSearch: nameSearch,
  ...page('Vendors', () => import('../pages/names/page.tsx'), 'VendorsPage'),
})

const productNamesRoute = createRoute({
  ...inShell,
  path: '/product-names',
  validateSearch: nameSearch,
  ...page('Product names', () => import('../pages/names/page.tsx'), 'ProductNamesPage'),
})

const catalogueRoute = createRoute({
  ...inShell,
  path: '/catalogue',
  validateSearch: productSearch,
  ...ownersPage('Products', () => import('../pages/catalogue/page.tsx'), 'ProductsPage'),
})

const newProductRoute = createRoute({
  ...inShell,
  path: '/catalogue/new',
  ...ownersPage(
    'New product',
    () => import('../pages/catalogue/product-page.tsx'),
    'NewProductPage',
  ),
})

const productRoute = createRoute({
  ...inShell,
  path: '/catalogue/$id',
  ...ownersPage('Product', () => import('../pages/catalogue/product-page.tsx'), 'ProductPage'),
})

const productImportRoute = createRoute({
  ...inShell,
  path: '/catalogue/import',
  ...ownersPage(
    'Import products',
    () => import('../pages/product-import/page.tsx'),
    'ProductImportPage',
  ),
})

const categoriesRoute = createRoute({
  ...inShell,
  path: '/categories',
  validateSearch: categorySearch,
  ...ownersPage('Categories', () => import('../pages/categories/page.tsx'), 'CategoriesPage'),
})

const offersRoute = createRoute({
  ...inShell,
  path: '/offers',
  validateSearch: offerSearch,
  ...ownersPage('Offers', () => import('../pages/offers/page.tsx'), 'OffersPage'),
})

const ordersRoute = createRoute({
  ...inShell,
  path: '/orders',
  validateSearch: orderSearch,
  ...ownersPage('Orders', () => import('../pages/orders/page.tsx'), 'OrdersPage'),
})

const newOrderRoute = createRoute({
  ...inShell,
  path: '/orders/new',
  ...ownersPage('New order', () => import('../pages/orders/new-order-page.tsx'), 'NewOrderPage'),
})

const orderRoute = createRoute({
  ...inShell,
  path: '/orders/$id',
  ...ownersPage('Order', () => import('../pages/orders/order-page.tsx'), 'OrderPage'),
})

/** Inside the shell, so that the way back is there. */
const nothingRoute = createRoute({
  ...inShell,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFoundPage,
})

export const shellRoutes = [
  homeRoute,
  keysRoute,
  integrationsRoute,
  integrationRoute,
  activityRoute,
  usersRoute,
  creditsRoute,
  settingsRoute,
  accountRoute,
  documentsRoute,
  documentRoute,
  rulesRoute,
  vendorsRoute,
  productNamesRoute,
  catalogueRoute,
  newProductRoute,
  productRoute,
  productImportRoute,
  categoriesRoute,
  offersRoute,
  ordersRoute,
  newOrderRoute,
  orderRoute,
  nothingRoute,
] as const

/** Its title in the browser's tab, and its file, which is fetched when it is needed first. */
function page<Pages extends Record<string, unknown>, Name extends keyof Pages>(
  title: string,
  load: () => Promise<Pages>,
  name: Name,
) {
  return { staticData: { title }, component: lazyPage(load, name) }
}

/** Members get a page that says so in its place. */
function ownersPage<Pages extends Record<string, unknown>, Name extends keyof Pages>(
  title: string,
  load: () => Promise<Pages>,
  name: Name,
) {
  return { ...page(title, load, name), staticData: { title, ownersOnly: true } }
}
