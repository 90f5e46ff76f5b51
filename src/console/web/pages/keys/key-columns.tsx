import { Badge, Code, Group, Menu, Stack, Text } from '@mantine/core'
import { IconBan, IconRefresh } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { serviceNames } from '../../words.ts'
import { useRefresh } from '../../components/hooks.ts'
import { When } from '../../components/values.tsx'
import { KeySees } from './key-sees.tsx'
import type { Key } from './keys-query.ts'

const endings = {
  active: null,
  revoked: 'Revoked',
  expired: 'Expired',
  user_deactivated: 'User deactivated',
} as const

export function keyColumns({ onRotate }: { onRotate: (key: Key) => void }): Column<Key>[] {
  return [
    { key: 'name', title: 'Key', isMain: true, cell: (key) => <KeyName shown={key} /> },
    { key: 'service', title: 'For', cell: (key) => <Reach shown={key} /> },
    { key: 'sees', title: 'Sees now', cell: (key) => <KeySees shown={key} /> },
    { key: 'created', title: 'Created', cell: (key) => <When at={key.createdAt} dateOnly /> },
    { key: 'used', title: 'Last used', cell: (key) => <LastUse shown={key} /> },
    { key: 'ends', title: 'Ends', cell: (key) => <Ending shown={key} /> },
    menuColumn((key) => key.state === 'active' && <Actions shown={key} onRotate={onRotate} />),
  ]
}

type Shown = { shown: Key }

function KeyName({ shown }: Shown) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600}>
        {shown.name}
      </Text>
      <Code>{shown.prefix}…</Code>
      {!shown.isMine && (
        <Text size="xs" c="dimmed">
          {shown.user.name}
        </Text>
      )}
    </Stack>
  )
}

function Reach({ shown }: Shown) {
  return (
    <Stack gap={4}>
      <Text size="sm">{serviceNames[shown.service]}</Text>
      {shown.allUsers && (
        <Text size="xs" c="dimmed">
          the scans of all users
        </Text>
      )}
      {shown.scopes.length > 0 && (
        <Group gap={4}>
          {shown.scopes.map((scope) => (
            <Badge key={scope} size="sm" variant="default">
              {scope}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  )
}

function LastUse({ shown }: Shown) {
  return (
    <Stack gap={2}>
      <When at={shown.lastUsedAt} never="never" />
      {shown.lastUsedFrom !== null && (
        <Text size="xs" c="dimmed">
          from {shown.lastUsedFrom}
        </Text>
      )}
    </Stack>
  )
}

function Ending({ shown }: Shown) {
  const ended = endings[shown.state]
  if (ended === null) return <When at={shown.expiresAt} never="when you revoke it" />
  return (
    <Stack gap={2}>
      <Text size="sm">{ended}</Text>
      <Text size="xs" c="dimmed">
        <When at={shown.revokedAt ?? shown.expiresAt} never="" />
      </Text>
    </Stack>
  )
}

function Actions({ shown, onRotate }: Shown & { onRotate: (key: Key) => void }) {
  const refresh = useRefresh()
  const revoke = () =>
    confirm({
      title: `Revoke the key “${shown.name}”?`,
      children:
        'The program that uses it is refused from now on, at once and for good. What it has fetched and reported stays as it is. To change a key without a gap, replace it instead.',
      action: 'Revoke the key',
      done: `The key “${shown.name}” is revoked.`,
      async run() {
        await ask(api.keys({ id: shown.id }).revoke.post())
        await refresh()
      },
    })
  return (
    <DotsMenu label={`Actions for ${shown.name}`} width={200}>
      {shown.mayRotate && (
        <Menu.Item
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => onRotate(shown)}
        >
          Replace…
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconBan size={16} aria-hidden />}
        onClick={revoke}
      >
        Revoke…
      </Menu.Item>
    </DotsMenu>
  )
}
