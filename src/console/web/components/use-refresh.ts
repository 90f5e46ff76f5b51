import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * Makes everything that is shown ask again, and everything else when it is shown next: what was changed on one page is
 * listed, counted or named on others too.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}
