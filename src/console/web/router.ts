import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { documentRoutes } from './routes/document-routes.ts'
import {
  choosePasswordRoute,
  rootRoute,
  setUpRoute,
  shellRoute,
  signInRoute,
} from './routes/entry-routes.ts'
import { officeRoutes } from './routes/office-routes.ts'
import { shopRoutes } from './routes/shop-routes.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  choosePasswordRoute,
  shellRoute.addChildren([...officeRoutes, ...documentRoutes, ...shopRoutes]),
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
    /** Members get a page that says so in its place. */
    ownersOnly?: boolean
  }
}
