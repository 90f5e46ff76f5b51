import {
  Badge,
  Button,
  Code,
  EmptyState,
  Group,
  Menu,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconKey, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { confirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, When } from '../../components/values.tsx'
import { serviceNames } from '../../words.ts'
import { keySeesQuery, keysQuery, type Key, type NewKey } from './data.ts'
import { CreateKey } from './form.tsx'
import { RotateKey, ShownKey } from './new-key.tsx'

const route = getRouteApi('/shell/keys')

const states = [
  { value: 'active', label: 'Working' },
  { value: 'ended', label: 'Ended' },
] as const

export function KeysPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useQuery(keysQuery(search))
  const [isCreating, creating] = useDisclosure()
  const [rotated, setRotated] = useState<Key | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  const { page = 1, state = 'active' } = search
  return (
    <>
      <PageHeader title="API keys" actions={<NewKeyButton onClick={creating.open} />}>
        A key lets a program, such as your accounting software or your web shop, fetch from Daybook
        and report back. Give each program a key of its own.
      </PageHeader>
      <SegmentedControl
        data={[...states]}
        value={state}
        aria-label="Which keys"
        mb="md"
        onChange={(chosen) =>
          void navigate({ search: chosen === 'ended' ? { state: 'ended' } : {} })
        }
      />
      <DataTable
        label="API keys"
        columns={keyColumns({ onRotate: setRotated })}
        idOf={(key) => key.id}
        empty={<NoKeys state={state} onCreate={creating.open} />}
        {...listed(
          keys,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <CreateKey isOpen={isCreating} onClose={creating.close} onMade={setMade} />
      <RotateKey rotated={rotated} onClose={() => setRotated(null)} onMade={setMade} />
      <ShownKey made={made} onClose={() => setMade(null)} />
    </>
  )
}

function NewKeyButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      New key
    </Button>
  )
}

function NoKeys({ state, onCreate }: { state: 'active' | 'ended'; onCreate: () => void }) {
  return state === 'ended' ? (
    <EmptyState
      icon={<IconKey aria-hidden />}
      title="No key has ended"
      description="Keys that were revoked or have expired are listed here."
    />
  ) : (
    <EmptyState
      icon={<IconKey aria-hidden />}
      title="No keys yet"
      description="Make a key, and paste it into the program that is to reach Daybook."
    >
      <EmptyState.Actions>
        <NewKeyButton onClick={onCreate} />
      </EmptyState.Actions>
    </EmptyState>
  )
}

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

type KeyProps = { shown: Key }

function KeyName({ shown }: KeyProps) {
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

function Reach({ shown }: KeyProps) {
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

function LastUse({ shown }: KeyProps) {
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

function Ending({ shown }: KeyProps) {
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

function Actions({ shown, onRotate }: KeyProps & { onRotate: (key: Key) => void }) {
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

/** Most asked: the key works but fetches nothing. It acts as its user, and the scans wait under another. */
export function KeySees({ shown }: { shown: Key }) {
  const asksForScans = shown.service === 'scan-export' && shown.state === 'active'
  const sees = useQuery({ ...keySeesQuery(shown.id), enabled: asksForScans })
  if (!asksForScans) return '–'
  if (sees.isError) return 'not known'
  if (sees.data === undefined) return <Skeleton height={14} width={80} my={4} />
  const { sees: count, others } = sees.data
  return (
    <Stack gap={2}>
      <Text size="sm">{counted(count, 'scan')}</Text>
      {count === 0 && others.length > 0 && (
        <Text size="xs" c="dimmed" maw="16rem">
          {others.map(({ name, waiting }) => `${scansWait(waiting)} under ${name}`).join(', ')};
          this key sees 0, because it acts as {shown.isMine ? 'you' : shown.user.name}.
        </Text>
      )}
    </Stack>
  )
}

function scansWait(count: number): string {
  return `${counted(count, 'scan')} ${count === 1 ? 'waits' : 'wait'}`
}
