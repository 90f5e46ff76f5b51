import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readProductSearch } from './pages/catalogue/product-search.ts'
import { orderStatuses, syncStates } from './pages/orders/order-words.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'
import { Shell } from './shell/shell.tsx'
import { activityKinds } from './pages/activity/kinds.ts'
import { ruleSearch } from './pages/rules/rule-search.ts'
import { documentSearch, documentsSearch } from './pages/documents/document-search.ts'
import { choiceSearch, daySearch, pageSearch, textSearch } from './search.ts'
import { stateQuery } from './state.ts'

type Context = { queryClient: QueryClient }

const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet })

const backSearch = textSearch('back')

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>) => backSearch(search),
  async beforeLoad({ context, search }) {
    const state = await context.queryClient.ensureQueryData(stateQuery)
    if (!state.isSetUp) throw redirect({ to: '/set-up', replace: true })
    if (state.signedIn !== null) throw redirect({ href: backOf(search.back), replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/sign-in-page.tsx'), 'SignInPage'),
})

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (isSetUp) throw redirect({ to: '/', replace: true })
  },
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
})

const choosePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  async beforeLoad({ context }) {
    const { isSetUp } = await context.queryClient.ensureQueryData(stateQuery)
    if (!isSetUp) throw redirect({ to: '/set-up', replace: true })
  },
  component: lazyRouteComponent(
    () => import('./pages/choose-password/choose-password-page.tsx'),
    'ChoosePasswordPage',
  ),
})

/** Everything that needs somebody to be signed in. */
const shellRoute = createRoute({
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

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  staticData: { title: 'Home' },
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const keyState = choiceSearch('state', ['active', 'ended'])

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...keyState(search),
  }),
  staticData: { title: 'API keys' },
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
})

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations',
  validateSearch: (search: Record<string, unknown>) => pageSearch(search),
  staticData: { title: 'Integrations' },
  component: lazyRouteComponent(
    () => import('./pages/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
})

const callResult = choiceSearch('result', ['failed'])
const integrationTab = choiceSearch('tab', ['code'])

const integrationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integrations/$id',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...callResult(search),
    ...integrationTab(search),
  }),
  staticData: { title: 'Integration' },
  component: lazyRouteComponent(
    () => import('./pages/integrations/integration-page.tsx'),
    'IntegrationPage',
  ),
})

const activityKind = choiceSearch('kind', activityKinds)
const activityPerson = textSearch('person')
const [activityFrom, activityTo] = [daySearch('from'), daySearch('to')]

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...activityKind(search),
    ...activityPerson(search),
    ...activityFrom(search),
    ...activityTo(search),
  }),
  staticData: { title: 'Activity' },
  component: lazyRouteComponent(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
})

const catalogueRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue',
  validateSearch: readProductSearch,
  staticData: { title: 'Products' },
  component: lazyRouteComponent(
    () => import('./pages/catalogue/products-page.tsx'),
    'ProductsPage',
  ),
})

const newProductRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/new',
  staticData: { title: 'New product' },
  component: lazyRouteComponent(
    () => import('./pages/catalogue/new-product-page.tsx'),
    'NewProductPage',
  ),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/$id',
  staticData: { title: 'Product' },
  component: lazyRouteComponent(() => import('./pages/catalogue/product-page.tsx'), 'ProductPage'),
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
    () => import('./pages/categories/categories-page.tsx'),
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
  component: lazyRouteComponent(() => import('./pages/offers/offers-page.tsx'), 'OffersPage'),
})

const productImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/catalogue/import',
  staticData: { title: 'Import products' },
  component: lazyRouteComponent(
    () => import('./pages/product-import/product-import-page.tsx'),
    'ProductImportPage',
  ),
})

const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  validateSearch: ruleSearch,
  staticData: { title: 'Rename rules' },
  component: lazyRouteComponent(() => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
})

const namesShow = choiceSearch('show', ['unknown'])
const namesText = textSearch('q')

const nameSearch = (search: Record<string, unknown>) => ({
  ...pageSearch(search),
  ...namesShow(search),
  ...namesText(search),
})

const vendorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/vendors',
  validateSearch: nameSearch,
  staticData: { title: 'Vendors' },
  component: lazyRouteComponent(() => import('./pages/names/name-pages.tsx'), 'VendorsPage'),
})

const productNamesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/product-names',
  validateSearch: nameSearch,
  staticData: { title: 'Product names' },
  component: lazyRouteComponent(() => import('./pages/names/name-pages.tsx'), 'ProductNamesPage'),
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
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const newOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/new',
  staticData: { title: 'New order' },
  component: lazyRouteComponent(() => import('./pages/orders/new-order-page.tsx'), 'NewOrderPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  staticData: { title: 'Order' },
  component: lazyRouteComponent(() => import('./pages/orders/order-page.tsx'), 'OrderPage'),
})

const userState = choiceSearch('state', ['active', 'ended'])

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...userState(search),
  }),
  staticData: { title: 'Users' },
  component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
})

const creditsShow = choiceSearch('show', ['given'])

const creditsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/credits',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...creditsShow(search),
  }),
  staticData: { title: 'Credits' },
  component: lazyRouteComponent(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage'),
})

const settingsSection = choiceSearch('section', ['night', 'backups', 'network', 'appearance'])

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageSearch(search),
    ...settingsSection(search),
  }),
  staticData: { title: 'Settings' },
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: documentsSearch,
  staticData: { title: 'Documents' },
  component: lazyRouteComponent(
    () => import('./pages/documents/documents-page.tsx'),
    'DocumentsPage',
  ),
})

const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/$id',
  validateSearch: documentSearch,
  staticData: { title: 'Document' },
  component: lazyRouteComponent(
    () => import('./pages/documents/document-page.tsx'),
    'DocumentPage',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  staticData: { title: 'Your account' },
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
})

/** Inside the shell, so that the way back is there. */
const nothingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFoundPage,
})

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  choosePasswordRoute,
  shellRoute.addChildren([
    usersRoute,
    creditsRoute,
    settingsRoute,
    homeRoute,
    documentsRoute,
    documentRoute,
    keysRoute,
    integrationsRoute,
    integrationRoute,
    activityRoute,
    catalogueRoute,
    newProductRoute,
    productRoute,
    productImportRoute,
    categoriesRoute,
    offersRoute,
    rulesRoute,
    vendorsRoute,
    productNamesRoute,
    accountRoute,
    ordersRoute,
    newOrderRoute,
    orderRoute,
    nothingRoute,
  ]),
])

export function createPageRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PendingPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}

/** Only a path of these pages: an address from outside must not lead away from them. */
function backOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : '/'
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
  interface StaticDataRouteOption {
    /** What the page is called, in the browser's tab. */
    title?: string
  }
}
