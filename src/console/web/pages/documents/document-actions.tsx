import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import type { ShownDocument } from './documents-query.ts'
import { MistakeMenu } from './mistake-menu.tsx'

type Shown = { shown: ShownDocument }

type DocumentActionsProps = Shown & {
  /** Whether the form was closed just now: its button has the focus again. */
  isBack: boolean
  onCorrect: () => void
}

/** What can be done with a document at any time. */
export function DocumentActions({ shown, isBack, onCorrect }: DocumentActionsProps) {
  const { may, head } = shown
  return (
    <>
      {may.putBack && <PutBackButton shown={shown} />}
      {may.correct && head !== null && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          autoFocus={isBack}
          onClick={onCorrect}
        >
          Correct
        </Button>
      )}
      {(may.move || may.remove) && <MistakeMenu shown={shown} />}
    </>
  )
}

/** A failed document is to be tried again. */
export function RetryButton({ shown: { id } }: Shown) {
  const refresh = useRefresh()
  const retry = useMutation({
    mutationFn: () => ask(api.documents({ id }).retry.post()),
    onSuccess: refresh,
    onError: (error) => showRefusal(error),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Try it again
    </Button>
  )
}

/** It is another paper after all. */
export function DeliverSeparatelyButton({ shown: { id, filename } }: Shown) {
  const refresh = useRefresh()
  const deliver = () =>
    confirm({
      title: `Deliver ${filename} separately?`,
      children:
        'Say so when it is another paper that only has the same number. Your accounting software gets both; if they are the same paper, it is booked twice. This cannot be taken back.',
      action: 'Deliver it separately',
      done: `${filename} is delivered separately.`,
      async run() {
        await ask(api.documents({ id })['deliver-separately'].post())
        await refresh()
      },
    })
  return (
    <Button size="xs" variant="default" onClick={deliver}>
      Deliver it separately
    </Button>
  )
}

function PutBackButton({ shown: { id, filename, copies } }: Shown) {
  const refresh = useRefresh()
  const putBack = () =>
    confirm({
      title: `Deliver ${filename} again?`,
      children: `It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.${copies.length > 0 ? ' The duplicates that were settled with it come back too.' : ''}`,
      action: 'Deliver it again',
      done: `${filename} waits again.`,
      async run() {
        await ask(api.documents({ id })['put-back'].post())
        await refresh()
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
