import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowRight, IconDots, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { messageOf } from '../../refusal.ts'
import { addAliases, useFreshNames, type NameKind, type UnknownName } from './names-query.ts'
import { words } from './words.ts'

type UnknownActionsProps = {
  kind: NameKind
  unknown: UnknownName
  onSpell: () => void
  onPlace: () => void
}

export function UnknownActions({ kind, unknown, onSpell, onPlace }: UnknownActionsProps) {
  const { name, likely } = unknown
  const { one } = words[kind]
  const alias = useOneClick(
    () => addAliases(likely?.id ?? '', [name]),
    `“${name}” is an alias of “${likely?.name}” now.`,
  )
  const entry = useOneClick(
    () => ask(api.names.post({ kind, name, aliases: [] })),
    `“${name}” is a ${one} now.`,
  )
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {likely !== null && (
        <Button
          size="xs"
          variant="light"
          className="wrapping-button"
          loading={alias.isPending}
          onClick={() => alias.mutate()}
        >
          It is {likely.name}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={entry.isPending}
        aria-label={`Add ${name} as a new ${one}`}
        onClick={() => entry.mutate()}
      >
        New {one}
      </Button>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={`More for ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onSpell}>
            New, spelt differently…
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={onPlace}>
            Another spelling of…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

function useOneClick(work: () => Promise<unknown>, done: string) {
  const refresh = useFreshNames()
  return useMutation({
    mutationFn: work,
    async onSuccess() {
      notifications.show({ message: done })
      await refresh()
    },
    onError(error) {
      notifications.show({ color: 'red', title: 'That did not work', message: messageOf(error) })
    },
  })
}
