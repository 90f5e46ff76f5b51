import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import type { Offer } from './offers-query.ts'

/** Asks before an offer goes. */
export function useDeleteOffer() {
  const refresh = useRefresh()
  return ({ id, title, image }: Offer) =>
    confirm({
      title: `Delete the offer “${title}”?`,
      children: `Customers no longer see it${image === null ? '' : ', and its image is deleted'}. To use it again later, switch it off instead.`,
      action: 'Delete the offer',
      done: `The offer “${title}” is deleted.`,
      async run() {
        await ask(api.offers({ id }).delete.post())
        await refresh()
      },
    })
}
