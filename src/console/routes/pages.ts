import { createRoute } from '@tanstack/react-router'
import { activitySearch } from '../pages/activity/data.ts'
import { booksSearch } from '../pages/books/data.ts'
import { newProductSearch, productSearch } from '../pages/catalogue/data.ts'
import { categorySearch } from '../pages/categories/data.ts'
import { creditSearch } from '../pages/credits/data.ts'
import { documentSearch, documentsSearch, duplicatesSearch } from '../pages/documents/data.ts'
import { integrationSearch } from '../pages/integrations/data.ts'
import { gstr2bSearch } from '../pages/gstr-2b/data.ts'
import { keySearch } from '../pages/keys/data.ts'
import { nameSearch } from '../pages/names/data.ts'
import { offerSearch } from '../pages/offers/data.ts'
import { ruleSearch } from '../pages/rules/data.ts'
import { settingsSearch } from '../pages/settings/data.ts'
import { userSearch } from '../pages/users/data.ts'
import { pageSearch } from '../search.ts'
import { NotFoundPage } from '../shell/instead.tsx'
import { page, shellRoute } from './entry.ts'
import { orderRoutes } from './orders.ts'
import { t } from '../language/language.ts'

const inShell = { getParentRoute: () => shellRoute }

const homeRoute = createRoute({
  ...inShell,
  path: '/',
  ...page(t('Home'), () => import('../pages/home/page.tsx'), 'HomePage'),
})

const keysRoute = createRoute({
  ...inShell,
  path: '/keys',
  validateSearch: keySearch,
  ...page(t('API keys'), () => import('../pages/keys/page.tsx'), 'KeysPage', 'clerk'),
})

const integrationsRoute = createRoute({
  ...inShell,
  path: '/integrations',
  validateSearch: pageSearch,
  ...page(t('Integrations'), () => import('../pages/integrations/page.tsx'), 'IntegrationsPage'),
})

const integrationRoute = createRoute({
  ...inShell,
  path: '/integrations/$id',
  validateSearch: integrationSearch,
  ...page(
    t('Integration'),
    () => import('../pages/integrations/integration.tsx'),
    'IntegrationPage',
  ),
})

const booksRoute = createRoute({
  ...inShell,
  path: '/books',
  validateSearch: booksSearch,
  ...page(t('Books'), () => import('../pages/books/page.tsx'), 'BooksPage', 'clerk'),
})

const gstr2bRoute = createRoute({
  ...inShell,
  path: '/gstr-2b',
  validateSearch: gstr2bSearch,
  ...page(t('GSTR-2B'), () => import('../pages/gstr-2b/page.tsx'), 'Gstr2bPage', 'owner'),
})

const activityRoute = createRoute({
  ...inShell,
  path: '/activity',
  validateSearch: activitySearch,
  ...page(t('Activity'), () => import('../pages/activity/page.tsx'), 'ActivityPage'),
})

const usersRoute = createRoute({
  ...inShell,
  path: '/users',
  validateSearch: userSearch,
  ...page(t('Users'), () => import('../pages/users/page.tsx'), 'UsersPage', 'owner'),
})

const creditsRoute = createRoute({
  ...inShell,
  path: '/credits',
  validateSearch: creditSearch,
  ...page(t('Credits'), () => import('../pages/credits/page.tsx'), 'CreditsPage'),
})

const settingsRoute = createRoute({
  ...inShell,
  path: '/settings',
  validateSearch: settingsSearch,
  ...page(t('Settings'), () => import('../pages/settings/page.tsx'), 'SettingsPage'),
})

const accountRoute = createRoute({
  ...inShell,
  path: '/account',
  ...page(t('Your account'), () => import('../pages/account/page.tsx'), 'AccountPage'),
})

const documentsRoute = createRoute({
  ...inShell,
  path: '/documents',
  validateSearch: documentsSearch,
  ...page(t('Documents'), () => import('../pages/documents/page.tsx'), 'DocumentsPage', 'clerk'),
})

const duplicatesRoute = createRoute({
  ...inShell,
  path: '/documents/duplicates',
  validateSearch: duplicatesSearch,
  ...page(
    t('Duplicates'),
    () => import('../pages/documents/duplicates/page.tsx'),
    'DuplicatesPage',
    'clerk',
  ),
})

const documentRoute = createRoute({
  ...inShell,
  path: '/documents/$id',
  validateSearch: documentSearch,
  ...page(t('Document'), () => import('../pages/documents/document.tsx'), 'DocumentPage', 'clerk'),
})

const rulesRoute = createRoute({
  ...inShell,
  path: '/rules',
  validateSearch: ruleSearch,
  ...page(t('Rename rules'), () => import('../pages/rules/page.tsx'), 'RulesPage', 'owner'),
})

const vendorsRoute = createRoute({
  ...inShell,
  path: '/vendors',
  validateSearch: nameSearch,
  ...page(t('Vendors'), () => import('../pages/names/page.tsx'), 'VendorsPage', 'clerk'),
})

const vendorRoute = createRoute({
  ...inShell,
  path: '/vendors/$id',
  ...page(t('Vendor'), () => import('../pages/names/seller.tsx'), 'VendorPage', 'clerk'),
})

const productNamesRoute = createRoute({
  ...inShell,
  path: '/product-names',
  validateSearch: nameSearch,
  ...page(t('Product names'), () => import('../pages/names/page.tsx'), 'ProductNamesPage', 'clerk'),
})

const catalogueRoute = createRoute({
  ...inShell,
  path: '/catalogue',
  validateSearch: productSearch,
  ...page(t('Products'), () => import('../pages/catalogue/page.tsx'), 'ProductsPage', 'counter'),
})

const newProductRoute = createRoute({
  ...inShell,
  path: '/catalogue/new',
  validateSearch: newProductSearch,
  ...page(
    t('New product'),
    () => import('../pages/catalogue/product-pages.tsx'),
    'NewProductPage',
    'counter',
  ),
})

const productRoute = createRoute({
  ...inShell,
  path: '/catalogue/$id',
  ...page(
    t('Product'),
    () => import('../pages/catalogue/product-pages.tsx'),
    'ProductPage',
    'counter',
  ),
})

const productImportRoute = createRoute({
  ...inShell,
  path: '/catalogue/import',
  ...page(
    t('Import products'),
    () => import('../pages/product-import/page.tsx'),
    'ProductImportPage',
    'counter',
  ),
})

const photosRoute = createRoute({
  ...inShell,
  path: '/catalogue/photos',
  ...page(t('Add photos'), () => import('../pages/photos/page.tsx'), 'PhotosPage', 'counter'),
})

const categoriesRoute = createRoute({
  ...inShell,
  path: '/categories',
  validateSearch: categorySearch,
  ...page(
    t('Categories'),
    () => import('../pages/categories/page.tsx'),
    'CategoriesPage',
    'counter',
  ),
})

const offersRoute = createRoute({
  ...inShell,
  path: '/offers',
  validateSearch: offerSearch,
  ...page(t('Offers'), () => import('../pages/offers/page.tsx'), 'OffersPage', 'counter'),
})

const labelsRoute = createRoute({
  ...inShell,
  path: '/catalogue/labels',
  ...page(t('Labels'), () => import('../pages/labels/page.tsx'), 'LabelsPage', 'counter'),
})

/** Inside the shell, so that the navigation leads back. */
const nothingRoute = createRoute({
  ...inShell,
  path: '$',
  staticData: { title: t('Not found') },
  component: NotFoundPage,
})

export const shellRoutes = [
  homeRoute,
  keysRoute,
  integrationsRoute,
  integrationRoute,
  booksRoute,
  gstr2bRoute,
  activityRoute,
  usersRoute,
  creditsRoute,
  settingsRoute,
  accountRoute,
  documentsRoute,
  duplicatesRoute,
  documentRoute,
  rulesRoute,
  vendorsRoute,
  vendorRoute,
  productNamesRoute,
  catalogueRoute,
  newProductRoute,
  productRoute,
  productImportRoute,
  photosRoute,
  categoriesRoute,
  offersRoute,
  labelsRoute,
  ...orderRoutes,
  nothingRoute,
] as const
