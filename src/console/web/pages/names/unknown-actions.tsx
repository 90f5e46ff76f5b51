import { Button, Group, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowRight, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { addAliases, type NameKind, type UnknownName } from './names-query.ts'
import { words } from './words.ts'

type UnknownActionsProps = {
  kind: NameKind
  unknown: UnknownName
  /** It is one of those that stay as they are. */
  isDismissed: boolean
  onSpell: () => void
  onPlace: () => void
}

export function UnknownActions({ isDismissed, ...props }: UnknownActionsProps) {
  return isDismissed ? <ListAgain {...props} /> : <Offered {...props} />
}

type OfferedProps = Omit<UnknownActionsProps, 'isDismissed'>

function Offered({ kind, unknown, onSpell, onPlace }: OfferedProps) {
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
  const dismiss = useOneClick(
    () => ask(api.names.unknown.dismiss.post({ kind, name })),
    `“${name}” stays as it is, and is not listed any more.`,
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
      <DotsMenu label={`More for ${name}`} width={260}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onSpell}>
          New, spelt differently…
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={onPlace}>
          Another spelling of…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={16} aria-hidden />}
          onClick={() => dismiss.mutate()}
        >
          Leave it as it is
        </Menu.Item>
      </DotsMenu>
    </Group>
  )
}

function ListAgain({ kind, unknown: { name } }: Pick<OfferedProps, 'kind' | 'unknown'>) {
  const again = useOneClick(
    () => ask(api.names.unknown['offer-again'].post({ kind, name })),
    `“${name}” is listed again.`,
  )
  return (
    <Group justify="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={again.isPending}
        aria-label={`List ${name} again`}
        onClick={() => again.mutate()}
      >
        List it again
      </Button>
    </Group>
  )
}

function useOneClick(work: () => Promise<unknown>, done: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: work,
    async onSuccess() {
      notifications.show({ message: done })
      await refresh()
    },
    onError(error) {
      showRefusal(error)
    },
  })
}
