import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { api, ask } from '../client.ts'
import { pageSearch, textSearch } from '../search.ts'
import { Shell } from '../shell/shell.tsx'
import type { RoleName } from '../words.ts'
import { stateQuery } from '../state.ts'
import { activitySearch } from './activity/data.ts'
import { booksSearch } from './books/data.ts'
import { newProductSearch, productSearch } from './catalogue/data.ts'
import { categorySearch } from './categories/data.ts'
import { creditSearch } from './credits/data.ts'
import { documentSearch, documentsSearch } from './documents/data.ts'
import { integrationSearch } from './integrations/data.ts'
import { gstr2bSearch } from './gstr-2b/data.ts'
import { keySearch } from './keys/data.ts'
import { nameSearch } from './names/data.ts'
import { offerSearch } from './offers/data.ts'
import { ruleSearch } from './rules/data.ts'
import { settingsSearch } from './settings/data.ts'
import { userSearch } from './users/data.ts'
import { creditNotesSearch } from './credit-notes/data.ts'
import { customerSearch } from './customers/data.ts'
import { todaySearch } from './today/data.ts'
import { orderSearch, printSearch } from './orders/data.ts'
import { NotFoundPage } from '../shell/instead.tsx'
import { t } from '../language/language.ts'

type Context = { queryClient: QueryClient }

export const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet })

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => textSearch('back')(search),
  async beforeLoad({ context, search }) {
    const state = await context.queryClient.ensureQueryData(stateQuery)
    if (!state.isSetUp) throw redirect({ to: '/set-up', replace: true })
    if (state.signedIn !== null) throw redirect({ href: backOf(search.back), replace: true })
  },
  component: lazyPage(() => import('./entry/sign-in.tsx'), 'SignInPage'),
})

export const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (isSetUp) throw redirect({ to: '/', replace: true })
  },
  component: lazyPage(() => import('./entry/set-up.tsx'), 'SetUpPage'),
})

/** Also for users whose sign-in ended because the restore replaced the data. */
export const restoreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/restore/$id',
  component: lazyPage(() => import('./entry/restore.tsx'), 'RestorePage'),
})

export const choosePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (!isSetUp) throw redirect({ to: '/set-up', replace: true })
  },
  component: lazyPage(() => import('./entry/sign-in.tsx'), 'ChoosePasswordPage'),
})

/** All pages for signed-in users. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  async beforeLoad({ context, location }) {
    const { isSetUp, signedIn } = await context.queryClient.ensureQueryData(stateQuery)
    if (!isSetUp) throw redirect({ to: '/set-up', replace: true })
    if (signedIn === null) {
      const search = location.href === '/' ? {} : { back: location.href }
      throw redirect({ to: '/sign-in', search, replace: true })
    }
    return { signedIn }
  },
  component: Shell,
})

/** Accepts only a path of these pages, because an address from outside must not lead away from them. */
function backOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

/** Pages inside the shell for users with a role, or for everybody. Other users get a page that says so. */
function pagesFor(isFor?: RoleName) {
  /**
   * A page: its address, its title in the browser's tab, and its file, which is fetched when the page is first opened. `validateSearch` reads
   * the values in the address.
   */
  return <
    const Path extends string,
    Pages extends Record<string, unknown>,
    Search extends object = object,
  >(
    path: Path,
    title: string,
    load: () => Promise<Pages>,
    name: keyof Pages,
    validateSearch?: (search: Record<string, unknown>) => Search,
  ) =>
    createRoute({
      getParentRoute: () => shellRoute,
      path,
      staticData: isFor === undefined ? { title } : { title, isFor },
      component: lazyPage(load, name),
      ...(validateSearch === undefined ? {} : { validateSearch }),
    })
}

/** A page whose file is fetched when it is first opened. */
function lazyPage<Pages extends Record<string, unknown>, Name extends keyof Pages>(
  load: () => Promise<Pages>,
  name: Name,
) {
  return lazyRouteComponent(() => fetched(load), name)
}

/**
 * Throws Refusal if the server does not answer. Then the console stays and says so. If the server answers but no longer has this file, as
 * after an update, the router loads everything again.
 */
async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await ask(api.state.get())
    throw error
  }
}

/** Inside the shell, so that the navigation leads back. */
const nothingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  staticData: { title: t('Not found') },
  component: NotFoundPage,
})

const all = pagesFor()
const clerk = pagesFor('clerk')
const counter = pagesFor('counter')
const owner = pagesFor('owner')

export const shellRoutes = [
  all('/', t('Today'), () => import('./today/page.tsx'), 'TodayPage', todaySearch),
  clerk('/keys', t('API keys'), () => import('./keys/page.tsx'), 'KeysPage', keySearch),
  all(
    '/integrations',
    t('Integrations'),
    () => import('./integrations/page.tsx'),
    'IntegrationsPage',
    pageSearch,
  ),
  all(
    '/integrations/$id',
    t('Integration'),
    () => import('./integrations/integration.tsx'),
    'IntegrationPage',
    integrationSearch,
  ),
  clerk('/books', t('Books'), () => import('./books/page.tsx'), 'BooksPage', booksSearch),
  owner('/gstr-2b', t('GSTR-2B'), () => import('./gstr-2b/page.tsx'), 'Gstr2bPage', gstr2bSearch),
  all(
    '/activity',
    t('Activity'),
    () => import('./activity/page.tsx'),
    'ActivityPage',
    activitySearch,
  ),
  owner('/users', t('Users'), () => import('./users/page.tsx'), 'UsersPage', userSearch),
  all('/credits', t('Credits'), () => import('./credits/page.tsx'), 'CreditsPage', creditSearch),
  all(
    '/settings',
    t('Settings'),
    () => import('./settings/page.tsx'),
    'SettingsPage',
    settingsSearch,
  ),
  all('/account', t('Your account'), () => import('./account/page.tsx'), 'AccountPage'),
  clerk(
    '/documents',
    t('Documents'),
    () => import('./documents/page.tsx'),
    'DocumentsPage',
    documentsSearch,
  ),
  clerk(
    '/documents/$id',
    t('Document'),
    () => import('./documents/document.tsx'),
    'DocumentPage',
    documentSearch,
  ),
  owner('/rules', t('Rename rules'), () => import('./rules/page.tsx'), 'RulesPage', ruleSearch),
  clerk('/vendors', t('Vendors'), () => import('./names/page.tsx'), 'VendorsPage', nameSearch),
  clerk('/vendors/$id', t('Vendor'), () => import('./names/seller.tsx'), 'VendorPage'),
  clerk(
    '/product-names',
    t('Product names'),
    () => import('./names/page.tsx'),
    'ProductNamesPage',
    nameSearch,
  ),
  counter(
    '/catalogue',
    t('Products'),
    () => import('./catalogue/page.tsx'),
    'ProductsPage',
    productSearch,
  ),
  counter(
    '/catalogue/new',
    t('New product'),
    () => import('./catalogue/product-pages.tsx'),
    'NewProductPage',
    newProductSearch,
  ),
  counter(
    '/catalogue/$id',
    t('Product'),
    () => import('./catalogue/product-pages.tsx'),
    'ProductPage',
  ),
  counter(
    '/catalogue/import',
    t('Import products'),
    () => import('./product-import/page.tsx'),
    'ProductImportPage',
  ),
  counter('/catalogue/photos', t('Add photos'), () => import('./photos/page.tsx'), 'PhotosPage'),
  counter(
    '/categories',
    t('Categories'),
    () => import('./categories/page.tsx'),
    'CategoriesPage',
    categorySearch,
  ),
  counter('/offers', t('Offers'), () => import('./offers/page.tsx'), 'OffersPage', offerSearch),
  counter('/catalogue/labels', t('Labels'), () => import('./labels/page.tsx'), 'LabelsPage'),
  counter('/orders', t('Orders'), () => import('./orders/page.tsx'), 'OrdersPage', orderSearch),
  counter(
    '/orders/new',
    t('New order'),
    () => import('./orders/new-order-page.tsx'),
    'NewOrderPage',
  ),
  counter('/orders/$id', t('Order'), () => import('./orders/order-page.tsx'), 'OrderPage'),
  counter(
    '/orders/$id/invoice',
    t('Invoice'),
    () => import('./orders/paper/invoice-page.tsx'),
    'InvoicePage',
  ),
  counter(
    '/orders/$id/packing-slip',
    t('Packing slip'),
    () => import('./orders/paper/packing-slip.tsx'),
    'PackingSlipPage',
  ),
  counter(
    '/orders/print',
    t('Papers'),
    () => import('./orders/paper/chosen-page.tsx'),
    'ChosenPapersPage',
    printSearch,
  ),
  counter(
    '/credit-notes',
    t('Credit notes'),
    () => import('./credit-notes/page.tsx'),
    'CreditNotesPage',
    creditNotesSearch,
  ),
  counter(
    '/credit-notes/$id',
    t('Credit note'),
    () => import('./orders/paper/invoice-page.tsx'),
    'CreditNotePage',
  ),
  counter(
    '/customers',
    t('Customers'),
    () => import('./customers/page.tsx'),
    'CustomersPage',
    customerSearch,
  ),
  nothingRoute,
] as const
