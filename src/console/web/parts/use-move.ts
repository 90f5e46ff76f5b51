import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { messageOf } from '../refusal.ts'
import { withMoved, type Place } from './sortable-table.tsx'

type Moving = {
  /** The query that is shown. */
  queryKey: QueryKey
  /** What asks again afterwards. */
  all: QueryKey
  send(id: string, to: Place): Promise<unknown>
}

/** Moves a row of a sortable list: it is in its new place at once, and goes back when the server refuses. */
export function useMove({ queryKey, all, send }: Moving) {
  const client = useQueryClient()
  const moving = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Place }) => send(id, to),
    async onMutate({ id, to }) {
      await client.cancelQueries({ queryKey: all })
      client.setQueryData<{ items: { id: string }[] }>(queryKey, (page) =>
        page === undefined
          ? page
          : { ...page, items: withMoved(page.items, (item) => item.id, id, to) },
      )
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: 'The order stays as it was',
        message: messageOf(error),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: all }),
  })
  return (id: string, to: Place) => moving.mutate({ id, to })
}
