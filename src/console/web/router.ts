import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter } from '@tanstack/react-router'
import type { RoleName } from './roles.ts'
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
    // What a page does not know of its address goes from it: otherwise it reaches the page as it was typed.
    search: { strict: true },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
  interface StaticDataRouteOption {
    /** What the page is called, in the browser's tab. */
    title?: string
    /** Whose page it is, when it is not everybody's; others get a page that says so in its place. */
    isFor?: RoleName
  }
}

/** How long the first page, with what it fetches itself, has the browser for itself, in milliseconds. */
const waitMs = 3000

/** Fetches all pages a while after the first one is shown, so that they are there when the server is not. */
export function fetchPagesLater(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    setTimeout(() => void fetchPages(router), waitMs)
  })
}

/** One after the other: what somebody clicks meanwhile comes between. */
async function fetchPages(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
}
