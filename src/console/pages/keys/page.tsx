import { Badge, Code, Group, Skeleton, Stack, Text, Alert, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconKey, IconRefresh, IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask, type AnswerOf } from '../../client.ts'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted, TestBadge } from '../../components/cells.tsx'
import { useConfirm, useCommand } from '../../components/commands.tsx'
import { LeaseNotes } from '../../components/books-note.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, When, formatBytes } from '../../components/values.tsx'
import { documentsWait, serviceNames } from '../../words.ts'
import { keySearch, keySeesQuery, keysQuery, type Key, type NewKey, testCopyQuery } from './data.ts'
import { CreateKey, ShownKey, RotateKey } from './form.tsx'
import { useSignedIn } from '../../state.ts'

const endings = {
  active: null,
  revoked: 'Revoked',
  expired: 'Expired',
  user_deactivated: 'User deactivated',
} as const

export function KeysPage() {
  const list = useList(keySearch, keysQuery)
  const [isCreating, creating] = useDisclosure()
  const [rotated, setRotated] = useState<Key | null>(null)
  const [made, setMade] = useState<NewKey | null>(null)
  return (
    <ListPage
      name="keys"
      add={{ label: 'New key', onClick: creating.open }}
      title="API keys"
      lead="A key lets a program, such as your accounting software or your web shop, fetch from Daybook and report back. Give each program a key of its own."
      list={list}
      filters={[
        {
          by: 'view',
          key: 'state',
          label: 'Which keys',
          choices: [
            { value: 'active', label: 'Working' },
            { value: 'ended', label: 'Ended' },
          ],
        },
      ]}
      order={{ by: 'created', isDescending: true }}
      columns={columnsOf(setRotated)}
      top={
        <>
          <LeaseNotes />
          <TestCopyNote />
        </>
      }
      empty={
        list.search.state === 'ended'
          ? {
              icon: IconKey,
              title: 'No key has ended',
              description: 'Keys that were revoked or have expired are listed here.',
            }
          : {
              icon: IconKey,
              title: 'No keys yet',
              description: 'Make a key, and paste it into the program that is to reach Daybook.',
            }
      }
    >
      <CreateKey isOpen={isCreating} onClose={creating.close} onMade={setMade} />
      <RotateKey rotated={rotated} onClose={() => setRotated(null)} onMade={setMade} />
      <ShownKey made={made} onClose={() => setMade(null)} />
    </ListPage>
  )
}

type Shown = { shown: Key }

function columnsOf(onRotate: (key: Key) => void): Column<Key>[] {
  return [
    {
      key: 'name',
      title: 'Key',
      canSort: true,
      isMain: true,
      cell: (key) => <KeyName shown={key} />,
      value: ({ name }) => name,
    },
    {
      key: 'service',
      title: 'For',
      canSort: true,
      cell: (key) => <Reach shown={key} />,
      value: ({ service, scopes }) => [serviceNames[service], ...scopes].join(' '),
    },
    { key: 'sees', title: 'Sees now', cell: (key) => <KeySees shown={key} /> },
    {
      key: 'created',
      title: 'Created',
      canSort: true,
      kind: 'time',
      value: ({ createdAt }) => createdAt,
    },
    {
      key: 'used',
      title: 'Last used',
      canSort: true,
      kind: 'time',
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt, lastUsedFrom }) => (
        <Noted note={lastUsedFrom !== null && `from ${lastUsedFrom}`}>
          <When at={lastUsedAt} never="never" />
        </Noted>
      ),
    },
    { key: 'ends', title: 'Ends', cell: (key) => <Ending shown={key} /> },
    menuColumn((key) => key.state === 'active' && <Actions shown={key} onRotate={onRotate} />),
  ]
}

function KeyName({ shown: { name, prefix, isTest, isMine, user } }: Shown) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Group gap={6}>
        <Code>{prefix}…</Code>
        {isTest && <TestBadge />}
      </Group>
      {!isMine && (
        <Text size="xs" c="dimmed">
          {user.name}
        </Text>
      )}
    </Stack>
  )
}

function Reach({ shown: { service, allUsers, scopes } }: Shown) {
  return (
    <Stack gap={4}>
      <Noted note={allUsers && 'the documents of all users'}>{serviceNames[service]}</Noted>
      {scopes.length > 0 && (
        <Group gap={4}>
          {scopes.map((scope) => (
            <Badge key={scope} size="sm" variant="default">
              {scope}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  )
}

/**
 * Answers the most frequent question: a key works but fetches nothing, because it acts as its user and the documents
 * wait under another user.
 */
function KeySees({ shown: { id, service, scopes, state, isTest, isMine, user } }: Shown) {
  const asksForDocuments =
    service === 'scan-export' && !scopes.includes('scans:extract') && state === 'active' && !isTest
  const sees = useQuery({ ...keySeesQuery(id), enabled: asksForDocuments })
  if (!asksForDocuments) return '–'
  if (sees.isError) return 'not known'
  if (sees.data === undefined) return <Skeleton height={14} width={80} my={4} />
  const { sees: count, others } = sees.data
  const elsewhere = others.map(({ name, waiting }) => `${documentsWait(waiting)} under ${name}`)
  return (
    <Noted
      note={
        count === 0 &&
        elsewhere.length > 0 && (
          <Text inherit maw="16rem">
            {elsewhere.join(', ')}; this key sees 0, because it acts as {isMine ? 'you' : user.name}
            .
          </Text>
        )
      }
    >
      {counted(count, 'document')}
    </Noted>
  )
}

function Ending({ shown: { state, expiresAt, revokedAt } }: Shown) {
  const ended = endings[state]
  if (ended === null) return <When at={expiresAt} never="when you revoke it" />
  return <Noted note={<When at={revokedAt ?? expiresAt} never="" />}>{ended}</Noted>
}

function Actions({ shown, onRotate }: Shown & { onRotate: (key: Key) => void }) {
  const confirm = useConfirm()
  const { id, name } = shown
  const revoke = () =>
    confirm({
      title: `Revoke the key “${name}”?`,
      children:
        'The program that uses it is refused from now on, at once and for good. What it has fetched and reported stays as it is. To change a key without a gap, replace it instead.',
      action: 'Revoke the key',
      done: `The key “${name}” is revoked.`,
      run: () => ask(api.keys({ id }).revoke.post()),
    })
  return (
    <DotsMenu label={`Actions for ${name}`} width={200}>
      {shown.mayRotate && (
        <MenuAction icon={IconRefresh} onClick={() => onRotate(shown)}>
          Replace…
        </MenuAction>
      )}
      <MenuAction icon={IconBan} isRed onClick={revoke}>
        Revoke…
      </MenuAction>
    </DotsMenu>
  )
}

type Copy = NonNullable<AnswerOf<typeof testCopyQuery>['copy']>

/** The copy for test keys, for owners. Nothing without a copy. */
function TestCopyNote() {
  const isOwner = useSignedIn().user.role === 'owner'
  const { data } = useQuery({ ...testCopyQuery, enabled: isOwner })
  return data?.copy ? <ShownCopy copy={data.copy} /> : null
}

function ShownCopy({ copy: { madeAt, usedAt, bytes } }: { copy: Copy }) {
  const confirm = useConfirm()
  const reset = useCommand({
    run: () => ask(api['test-copy'].reset.post()),
    done: () => 'The test keys work on a new copy.',
  })
  const remove = () =>
    confirm({
      title: 'Throw the copy for tests away?',
      children:
        'What programs tried with test keys goes with it; the shop itself stays as it is. The next call with a test key makes a new copy.',
      action: 'Throw it away',
      done: 'The copy for tests is gone.',
      run: () => ask(api['test-copy'].remove.post()),
    })
  return (
    <Alert color="grape" icon={<IconFlask aria-hidden />} mb="md" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Test keys work on a copy of the shop’s data of <When at={madeAt} />, last used{' '}
          <When at={usedAt} />; it takes {formatBytes(bytes)}.
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Make it anew
          </Button>
          <Button size="xs" variant="default" onClick={remove}>
            Throw it away…
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
