import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Refusal } from './refusal.ts'

const retriesMax = 2

/** An answer is shown at once when it is needed again, and asked for anew in the background after this time. */
const freshMs = 10_000

/** `onSignedOut` is called when the server no longer knows who asks. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof Refusal && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        // A shop without internet has Daybook all the same.
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
