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
import { creditNotesSearch } from '../pages/credit-notes/data.ts'
import { customerSearch } from '../pages/customers/data.ts'
import { orderSearch, printSearch } from '../pages/orders/data.ts'
import { NotFoundPage } from '../shell/instead.tsx'
import { pageAt, shellRoute } from './entry.ts'
import { t } from '../language/language.ts'

/** Inside the shell, so that the navigation leads back. */
const nothingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  staticData: { title: t('Not found') },
  component: NotFoundPage,
})

export const shellRoutes = [
  pageAt('/', t('Home'), () => import('../pages/home/page.tsx'), 'HomePage'),
  pageAt(
    '/keys',
    t('API keys'),
    () => import('../pages/keys/page.tsx'),
    'KeysPage',
    'clerk',
    keySearch,
  ),
  pageAt(
    '/integrations',
    t('Integrations'),
    () => import('../pages/integrations/page.tsx'),
    'IntegrationsPage',
    undefined,
    pageSearch,
  ),
  pageAt(
    '/integrations/$id',
    t('Integration'),
    () => import('../pages/integrations/integration.tsx'),
    'IntegrationPage',
    undefined,
    integrationSearch,
  ),
  pageAt(
    '/books',
    t('Books'),
    () => import('../pages/books/page.tsx'),
    'BooksPage',
    'clerk',
    booksSearch,
  ),
  pageAt(
    '/gstr-2b',
    t('GSTR-2B'),
    () => import('../pages/gstr-2b/page.tsx'),
    'Gstr2bPage',
    'owner',
    gstr2bSearch,
  ),
  pageAt(
    '/activity',
    t('Activity'),
    () => import('../pages/activity/page.tsx'),
    'ActivityPage',
    undefined,
    activitySearch,
  ),
  pageAt(
    '/users',
    t('Users'),
    () => import('../pages/users/page.tsx'),
    'UsersPage',
    'owner',
    userSearch,
  ),
  pageAt(
    '/credits',
    t('Credits'),
    () => import('../pages/credits/page.tsx'),
    'CreditsPage',
    undefined,
    creditSearch,
  ),
  pageAt(
    '/settings',
    t('Settings'),
    () => import('../pages/settings/page.tsx'),
    'SettingsPage',
    undefined,
    settingsSearch,
  ),
  pageAt('/account', t('Your account'), () => import('../pages/account/page.tsx'), 'AccountPage'),
  pageAt(
    '/documents',
    t('Documents'),
    () => import('../pages/documents/page.tsx'),
    'DocumentsPage',
    'clerk',
    documentsSearch,
  ),
  pageAt(
    '/documents/duplicates',
    t('Duplicates'),
    () => import('../pages/documents/duplicates/page.tsx'),
    'DuplicatesPage',
    'clerk',
    duplicatesSearch,
  ),
  pageAt(
    '/documents/$id',
    t('Document'),
    () => import('../pages/documents/document.tsx'),
    'DocumentPage',
    'clerk',
    documentSearch,
  ),
  pageAt(
    '/rules',
    t('Rename rules'),
    () => import('../pages/rules/page.tsx'),
    'RulesPage',
    'owner',
    ruleSearch,
  ),
  pageAt(
    '/vendors',
    t('Vendors'),
    () => import('../pages/names/page.tsx'),
    'VendorsPage',
    'clerk',
    nameSearch,
  ),
  pageAt(
    '/vendors/$id',
    t('Vendor'),
    () => import('../pages/names/seller.tsx'),
    'VendorPage',
    'clerk',
  ),
  pageAt(
    '/product-names',
    t('Product names'),
    () => import('../pages/names/page.tsx'),
    'ProductNamesPage',
    'clerk',
    nameSearch,
  ),
  pageAt(
    '/catalogue',
    t('Products'),
    () => import('../pages/catalogue/page.tsx'),
    'ProductsPage',
    'counter',
    productSearch,
  ),
  pageAt(
    '/catalogue/new',
    t('New product'),
    () => import('../pages/catalogue/product-pages.tsx'),
    'NewProductPage',
    'counter',
    newProductSearch,
  ),
  pageAt(
    '/catalogue/$id',
    t('Product'),
    () => import('../pages/catalogue/product-pages.tsx'),
    'ProductPage',
    'counter',
  ),
  pageAt(
    '/catalogue/import',
    t('Import products'),
    () => import('../pages/product-import/page.tsx'),
    'ProductImportPage',
    'counter',
  ),
  pageAt(
    '/catalogue/photos',
    t('Add photos'),
    () => import('../pages/photos/page.tsx'),
    'PhotosPage',
    'counter',
  ),
  pageAt(
    '/categories',
    t('Categories'),
    () => import('../pages/categories/page.tsx'),
    'CategoriesPage',
    'counter',
    categorySearch,
  ),
  pageAt(
    '/offers',
    t('Offers'),
    () => import('../pages/offers/page.tsx'),
    'OffersPage',
    'counter',
    offerSearch,
  ),
  pageAt(
    '/catalogue/labels',
    t('Labels'),
    () => import('../pages/labels/page.tsx'),
    'LabelsPage',
    'counter',
  ),
  pageAt(
    '/orders',
    t('Orders'),
    () => import('../pages/orders/page.tsx'),
    'OrdersPage',
    'counter',
    orderSearch,
  ),
  pageAt(
    '/orders/new',
    t('New order'),
    () => import('../pages/orders/new-order-page.tsx'),
    'NewOrderPage',
    'counter',
  ),
  pageAt(
    '/orders/$id',
    t('Order'),
    () => import('../pages/orders/order-page.tsx'),
    'OrderPage',
    'counter',
  ),
  pageAt(
    '/orders/$id/invoice',
    t('Invoice'),
    () => import('../pages/orders/paper/invoice-page.tsx'),
    'InvoicePage',
    'counter',
  ),
  pageAt(
    '/orders/$id/packing-slip',
    t('Packing slip'),
    () => import('../pages/orders/paper/packing-slip.tsx'),
    'PackingSlipPage',
    'counter',
  ),
  pageAt(
    '/orders/print',
    t('Papers'),
    () => import('../pages/orders/paper/chosen-page.tsx'),
    'ChosenPapersPage',
    'counter',
    printSearch,
  ),
  pageAt(
    '/credit-notes',
    t('Credit notes'),
    () => import('../pages/credit-notes/page.tsx'),
    'CreditNotesPage',
    'counter',
    creditNotesSearch,
  ),
  pageAt(
    '/credit-notes/$id',
    t('Credit note'),
    () => import('../pages/orders/paper/invoice-page.tsx'),
    'CreditNotePage',
    'counter',
  ),
  pageAt(
    '/customers',
    t('Customers'),
    () => import('../pages/customers/page.tsx'),
    'CustomersPage',
    'counter',
    customerSearch,
  ),
  nothingRoute,
] as const
