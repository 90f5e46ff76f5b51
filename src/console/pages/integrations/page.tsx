import { Anchor, Button, Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Noted, TestBadge } from '../../components/cells.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import type { Column } from '../../components/table.tsx'
import { formatAgo, When } from '../../components/values.tsx'
import { pageSearch } from '../../search.ts'
import { serviceNames } from '../../words.ts'
import { integrationsQuery, type Integration } from './data.ts'
import { failureWords, StatusBadge, waitingWords } from './results.tsx'

/** The programs that fetch from this shop, their activity, and their waiting items. */
export function IntegrationsPage() {
  return (
    <ListPage
      name="integrations"
      title="Integrations"
      lead="The programs that use your API keys: when they last came, what went wrong, and what waits for them. Open one for its calls and for ready-made code."
      list={useList(pageSearch, integrationsQuery)}
      columns={columns}
      empty={{
        icon: IconPlugConnected,
        title: 'No program has a key yet',
        description:
          'Make an API key for your accounting software or your web shop. Then what it does is shown here.',
        action: (
          <Button component={Link} to="/keys">
            Make an API key
          </Button>
        ),
      }}
    />
  )
}

const columns: readonly Column<Integration>[] = [
  {
    key: 'name',
    title: 'Key',
    isMain: true,
    cell: (shown) => <KeyName shown={shown} />,
    value: ({ name }) => name,
  },
  { key: 'service', title: 'For', value: ({ service }) => serviceNames[service] },
  {
    key: 'last',
    title: 'Last call',
    kind: 'time',
    cell: (shown) => <LastCall shown={shown} />,
    value: ({ lastUsedAt }) => lastUsedAt,
  },
  { key: 'failed', title: 'Of its last calls', cell: failureWords },
  { key: 'waiting', title: 'Waits for it', cell: (shown) => <WaitsFor shown={shown} /> },
]

type Shown = { shown: Integration }

function KeyName({ shown: { id, name, isTest, isMine, user } }: Shown) {
  return (
    <Noted note={!isMine && user.name}>
      <Anchor
        inherit
        fw={600}
        renderRoot={(props) => <Link to="/integrations/$id" params={{ id }} {...props} />}
      >
        {name}
      </Anchor>
      {isTest && (
        <>
          {' '}
          <TestBadge />
        </>
      )}
    </Noted>
  )
}

function LastCall({ shown: { lastUsedAt, lastResult } }: Shown) {
  if (lastUsedAt === null) return 'never'
  return (
    <Stack gap={4} align="flex-start">
      <When at={lastUsedAt} />
      {lastResult !== null && <StatusBadge result={lastResult} />}
    </Stack>
  )
}

function WaitsFor({ shown: { service, waiting } }: Shown) {
  if (waiting === null) return '–'
  const { count, since } = waiting
  return (
    <Noted note={since !== null && `the oldest came ${formatAgo(since)}`}>
      {waitingWords(service, count)}
    </Noted>
  )
}
