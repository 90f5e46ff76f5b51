import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../client.ts'
import { t } from '../language/language.ts'
import { Words } from '../language/words.tsx'
import { useSignedIn } from '../state.ts'
import { useConfirm } from './commands.tsx'
import { tCounted, When } from './values.tsx'

/** How often the page reloads the leases, in milliseconds. */
const refreshMs = 60_000

const leasesQuery = queryOptions({
  queryKey: ['leases'],
  queryFn: () => ask(api.leases.get()),
  refetchInterval: refreshMs,
})

type Lease = AnswerOf<typeof leasesQuery>['items'][number]

/** The leases of programs, for an owner, of one kind or both. Nothing without leases. */
export function LeaseNotes({ kind }: { kind?: Lease['kind'] }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const leases = useQuery({ ...leasesQuery, enabled: isOwner })
  const shown = (leases.data?.items ?? []).filter((lease) => (kind ?? lease.kind) === lease.kind)
  return shown.map((lease) => <LeaseNote key={lease.id} lease={lease} />)
}

function LeaseNote({ lease }: { lease: Lease }) {
  const { id, keyName, until } = lease
  const confirm = useConfirm()
  const takeBack = () =>
    confirm({
      title: t('Take {{what}} back from “{{key}}”?', { what: whatOf(lease), key: keyName }),
      children: t(
        'It waits for every program again. What this one has entered already may be entered a second time: when it says so later, you are asked to look.',
      ),
      action: t('Take back'),
      done: ({ count }) => t('Taken back: {{what}}.', { what: whatOf({ ...lease, count }) }),
      run: () => ask(api.leases({ id })['take-back'].post()),
    })
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />} mb="md" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Words
            of={t(
              'The key “{{key}}” has leased {{what}} until {{until}}: no other program is given that.',
            )}
            with={{ what: whatOf(lease), key: keyName, until: <When at={until} /> }}
          />
        </Text>
        <Button size="xs" variant="default" onClick={takeBack}>
          {t('Take back now…')}
        </Button>
      </Group>
    </Alert>
  )
}

function whatOf({ kind, count }: Pick<Lease, 'kind' | 'count'>): string {
  return kind === 'order' ? tCounted(count, 'order') : tCounted(count, 'document')
}
