import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter } from '@tanstack/react-router'
import type { RoleName } from './words.ts'
import {
  choosePasswordRoute,
  restoreRoute,
  rootRoute,
  setUpRoute,
  shellRoute,
  signInRoute,
} from './routes/entry.ts'
import { shellRoutes } from './routes/pages.ts'
import { ErrorPage, NotFoundPage, PendingPage } from './shell/instead.tsx'

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  choosePasswordRoute,
  restoreRoute,
  shellRoute.addChildren(shellRoutes),
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
    // Drops search values that a page does not know. Otherwise they would reach the page as they were typed.
    search: { strict: true },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
  interface StaticDataRouteOption {
    /** The title in the browser's tab. */
    title?: string
    /** The role that the page is for, if it is not for everybody. Other users see a page that says so. */
    isFor?: RoleName
  }
}

/** The first page and its data have the browser to themselves for this time, in milliseconds. */
const waitMs = 3000

/** Fetches all pages soon after the first page is shown, so that they also work while the server is away. */
export function fetchPagesLater(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    setTimeout(() => void fetchPages(router), waitMs)
  })
}

/** Fetches one page after the other, so that a page the user opens does not have to wait for all. */
async function fetchPages(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
}
