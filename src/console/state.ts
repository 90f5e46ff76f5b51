import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { api, ask } from './client.ts'

/** Whether Daybook is set up, and which user is signed in. */
export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: () => ask(api.state.get()),
  staleTime: Infinity,
})

const shell = getRouteApi('/shell')

/** The signed-in user and the organisation. Only for pages inside the shell, because only signed-in users reach these. */
export function useSignedIn() {
  return shell.useRouteContext({ select: (context) => context.signedIn })
}

/** Forgets all fetched data, which may belong to another user. The router then decides which page may be shown. */
export function useFreshStart() {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    client.clear()
    await router.invalidate()
  }
}
