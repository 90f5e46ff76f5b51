import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm } from '../../parts/confirm.tsx'
import { messageOf } from '../../refusal.ts'
import { allDocuments, type ShownDocument } from './documents-query.ts'

type Shown = { shown: ShownDocument }

/** What can be done with a document at any time. */
export function DocumentActions({ shown, onCorrect }: Shown & { onCorrect: () => void }) {
  return (
    <>
      {shown.may.putBack && <PutBackButton shown={shown} />}
      {shown.may.correct && shown.head !== null && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={onCorrect}
        >
          Correct
        </Button>
      )}
    </>
  )
}

/** A failed document is to be read again. */
export function RetryButton({ shown: { id } }: Shown) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => ask(api.documents({ id }).retry.post()),
    onSuccess: () => client.invalidateQueries({ queryKey: allDocuments }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'That did not work', message: messageOf(error) }),
  })
  return (
    <Button
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Read it again
    </Button>
  )
}

/** It is another paper after all. */
export function DeliverSeparatelyButton({ shown: { id, filename } }: Shown) {
  const client = useQueryClient()
  const deliver = () =>
    confirm({
      title: `Deliver ${filename} separately?`,
      children:
        'Say so when it is another paper that only has the same number. Your accounting software gets both; if they are the same paper, it is booked twice. This cannot be taken back.',
      action: 'Deliver it separately',
      done: `${filename} is delivered separately.`,
      async run() {
        await ask(api.documents({ id })['deliver-separately'].post())
        await client.invalidateQueries({ queryKey: allDocuments })
      },
    })
  return (
    <Button size="xs" variant="default" onClick={deliver}>
      Deliver it separately
    </Button>
  )
}

function PutBackButton({ shown: { id, filename, copies } }: Shown) {
  const client = useQueryClient()
  const putBack = () =>
    confirm({
      title: `Deliver ${filename} again?`,
      children: `It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.${copies.length > 0 ? ' The duplicates that were settled with it come back too.' : ''}`,
      action: 'Deliver it again',
      done: `${filename} waits again.`,
      async run() {
        await ask(api.documents({ id })['put-back'].post())
        await client.invalidateQueries({ queryKey: allDocuments })
      },
    })
  return (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={putBack}
    >
      Deliver it again
    </Button>
  )
}
