import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from './language/language.ts'
import { Refusal } from './refusal.ts'
import { createPageRouter, fetchPagesLater } from './router.ts'
import { readableColours, theme } from './theme.ts'

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
