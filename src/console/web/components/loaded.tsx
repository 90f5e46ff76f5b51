import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** In its place while it is fetched. */
  pending: ReactNode
  /** Above it as long as it is not there. */
  header?: ReactNode
  /** Why it may not be there any more. */
  gone?: string
  children(data: Data): ReactNode
}

/** What was fetched. Once there it stays, even when asking again fails: somebody may be typing in it. */
export function Loaded<Data>({ query, pending, header, gone, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return (
    <>
      {header}
      {error === null ? (
        pending
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} gone={gone} />
      )}
    </>
  )
}
