import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconFileArrowRight,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import type { ShownDocument } from './data.ts'

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

function PutBackButton({ shown: { id, filename, duplicates } }: Shown) {
  const refresh = useRefresh()
  const putBack = () =>
    confirm({
      title: `Deliver ${filename} again?`,
      children: `It waits again, and the next fetch of your accounting software gets it: what is booked there already may be booked twice. Daybook forgets when it was delivered.${duplicates.length > 0 ? ' The duplicates that were acknowledged with it come back too.' : ''}`,
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

/** For a document that was added as the wrong kind, or should not have been added. */
function MistakeMenu({ shown }: Shown) {
  const move = useMove(shown)
  const remove = useRemove(shown)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={move.isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.may.move &&
          documentCategories
            .filter((category) => category !== shown.category)
            .map((category) => (
              <Menu.Item
                key={category}
                leftSection={<IconFileArrowRight size={16} aria-hidden />}
                onClick={() => move.mutate(category)}
              >
                It is a {categoryNames[category].toLowerCase()}
              </Menu.Item>
            ))}
        {shown.may.remove && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => confirm(remove)}
          >
            Remove it…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useMove({ id, filename }: ShownDocument) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (category: DocumentCategory) => ask(api.documents({ id }).move.post({ category })),
    async onSuccess(_, category) {
      const kind = categoryNames[category].toLowerCase()
      notifications.show({
        message: `${filename} is a ${kind} now, and follows the rules for those.`,
      })
      await refresh()
    },
    onError: (error) => showRefusal(error),
  })
}

/** The question before a document is removed, and the removal. */
function useRemove({ id, filename, duplicates, file, head }: ShownDocument) {
  const refresh = useRefresh()
  const client = useQueryClient()
  const navigate = useNavigate()
  const lost = [
    ...(file === null ? [] : ['its file']),
    ...(head === null ? [] : ['what was read or typed in']),
  ]
  return {
    title: `Remove ${filename}?`,
    children: [
      lost.length === 0
        ? 'The document is deleted now.'
        : `The document is deleted now, with ${lost.join(' and ')}.`,
      'Your accounting software never gets it.',
      head === null ? '' : 'The credit that it used stays used.',
      duplicates.length === 0 ? '' : 'The oldest of its duplicates is delivered in its place.',
      'This cannot be taken back.',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    action: 'Remove it',
    keep: 'Keep it',
    done: `${filename} is removed.`,
    async run() {
      await ask(api.documents({ id }).remove.post())
      await navigate({ to: '/documents' })
      client.removeQueries({ queryKey: ['documents', 'one', id] })
      await refresh()
    },
  }
}
