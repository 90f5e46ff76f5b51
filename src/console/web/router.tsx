import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'
import { Shell } from './shell/shell.tsx'
import { choiceSearch, pageSearch, textSearch } from './search.ts'
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
  beforeLoad() {
    throw redirect({ to: '/keys', replace: true })
  },
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
  shellRoute.addChildren([homeRoute, keysRoute, accountRoute, nothingRoute]),
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
