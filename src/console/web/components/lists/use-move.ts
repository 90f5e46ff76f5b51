import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { showRefusal } from '../show-refusal.ts'
import { useRefresh } from '../use-refresh.ts'
import { withMoved, type Place } from './sortable-table.tsx'

type Moving = {
  /** The query that is shown. */
  queryKey: QueryKey
  send(id: string, to: Place): Promise<unknown>
}

/** Moves a row of a sortable list: it is in its new place at once, and goes back when the server refuses. */
export function useMove({ queryKey, send }: Moving) {
  const client = useQueryClient()
  const refresh = useRefresh()
  const moving = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Place }) => send(id, to),
    async onMutate({ id, to }) {
      await client.cancelQueries({ queryKey })
      client.setQueryData<{ items: { id: string }[] }>(queryKey, (page) =>
        page === undefined
          ? page
          : { ...page, items: withMoved(page.items, (item) => item.id, id, to) },
      )
    },
    onError: (error) => showRefusal(error, 'The order stays as it was'),
    onSettled: refresh,
  })
  return (id: string, to: Place) => moving.mutate({ id, to })
}
