import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { RoleName } from './words.ts'
import {
  choosePasswordRoute,
  restoreRoute,
  rootRoute,
  setUpRoute,
  shellRoute,
  shellRoutes,
  signInRoute,
} from './pages/pages.ts'
import { ErrorPage, NotFoundPage, PendingPage } from './shell/instead.tsx'
import { language } from './language/language.ts'
import { Refusal } from './refusal.ts'
import { readableColours, theme } from './theme.ts'

const routeTree = rootRoute.addChildren([
  signInRoute,
  setUpRoute,
  choosePasswordRoute,
  restoreRoute,
  shellRoute.addChildren(shellRoutes),
])

function createPageRouter(queryClient: QueryClient) {
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
function fetchPagesLater(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    setTimeout(() => void fetchPages(router), waitMs)
  })
}

/** Fetches one page after the other, so that a page the user opens does not have to wait for all. */
async function fetchPages(router: AnyRouter): Promise<void> {
  for (const route of Object.values(router.routesById)) await router.loadRouteChunk(route)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for Daybook.')

// Styles that are added while the page runs (Mantine's colours, the scroll lock under a dialogue) carry the nonce from this page's
// Content-Security-Policy.
const nonce = root.dataset['styleNonce'] ?? ''
setNonce(nonce)

const queryClient = createQueryClient()
const router = createPageRouter(queryClient)
fetchPagesLater(router)
printInLight()

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readableColours}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1, weekendDays: [0] }}>
        <QueryClientProvider client={queryClient}>
          <Notifications position="bottom-right" />
          <ModalsProvider labels={{ confirm: 'Yes', cancel: 'Cancel' }}>
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  </StrictMode>,
)

const retriesMax = 2

/** An answer is reused at once. After this time, it is also fetched again in the background. */
const freshMs = 10_000

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // Daybook also works in a shop without internet.
        networkMode: 'always',
        retry: (failures, error) => failures < retriesMax && isWorthAnotherTry(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status >= 500)
}

/** Paper is white. While the page is printed it has light colours, whatever the screen shows. */
function printInLight(): void {
  const dataset = document.documentElement.dataset
  let shown: string | undefined
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      shown = dataset['mantineColorScheme']
      dataset['mantineColorScheme'] = 'light'
    } else if (shown !== undefined) {
      dataset['mantineColorScheme'] = shown
    }
  })
}
