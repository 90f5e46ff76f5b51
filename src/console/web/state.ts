import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api, ask } from './client.ts'

/** Whether Daybook is set up, and who is signed in. */
export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: () => ask(api.state.get()),
  staleTime: Infinity,
})

const shell = getRouteApi('/shell')

/** Who is signed in, and the organisation. Only on pages inside the shell, which nobody else reaches. */
export function useSignedIn() {
  return shell.useRouteContext({ select: (context) => context.signedIn })
}

/** Forgets everything that was fetched (it may be another's), and lets the router decide what may be shown now. */
export function useFreshStart() {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    client.clear()
    await router.invalidate()
  }
}
