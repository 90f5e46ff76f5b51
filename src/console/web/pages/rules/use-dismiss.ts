import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'

/** A label or value, as the server names it. */
export type Offer = Parameters<typeof api.rules.unknown.dismiss.post>[0]

/** Says of a label or value that it needs no rule, or that it may need one after all. */
export function useDismiss(offer: Offer, isDismissed: boolean) {
  const refresh = useRefresh()
  const { unknown } = api.rules
  return useMutation({
    mutationFn: () =>
      ask(isDismissed ? unknown['offer-again'].post(offer) : unknown.dismiss.post(offer)),
    async onSuccess() {
      notifications.show({
        message: isDismissed
          ? `“${offer.text}” is among the unknown ones again.`
          : `“${offer.text}” stays as it is, and is not listed any more.`,
      })
      await refresh()
    },
    onError: (error) => showRefusal(error),
  })
}
