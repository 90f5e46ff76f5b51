import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconFileArrowRight, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { categoryNames, documentCategories, type DocumentCategory } from '../../words.ts'
import { useRefresh } from '../../components/hooks.ts'
import type { ShownDocument } from './documents-query.ts'

type Shown = { shown: ShownDocument }

/** For a document that was added as the wrong kind, or should not have been added. */
export function MistakeMenu({ shown }: Shown) {
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
function useRemove({ id, filename, copies, file, head }: ShownDocument) {
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
      copies.length === 0 ? '' : 'The oldest of its duplicates is delivered in its place.',
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
