import { Anchor, Button, EmptyState, Stack, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { formatAgo, When } from '../../components/values.tsx'
import { serviceNames } from '../../words.ts'
import { StatusBadge } from './calls.tsx'
import { integrationsQuery, type Integration } from './data.ts'
import { failureWords, waitingWords } from './words.ts'

const route = getRouteApi('/shell/integrations')

/** The programs that fetch from this shop: whether they come, and what waits for them. */
export function IntegrationsPage() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const integrations = useQuery(integrationsQuery({ page }))
  return (
    <>
      <PageHeader title="Integrations">
        The programs that use your API keys: when they last came, what went wrong, and what waits
        for them. Open one for its calls and for ready-made code.
      </PageHeader>
      <DataTable
        label="Integrations"
        columns={columns}
        idOf={({ id }) => id}
        empty={<NoIntegrations />}
        {...listed(integrations, page, (next) => void navigate({ search: { page: next } }))}
      />
    </>
  )
}

const columns: readonly Column<Integration>[] = [
  { key: 'name', title: 'Key', isMain: true, cell: (shown) => <KeyName shown={shown} /> },
  { key: 'service', title: 'For', cell: ({ service }) => serviceNames[service] },
  { key: 'last', title: 'Last call', cell: (shown) => <LastCall shown={shown} /> },
  { key: 'failed', title: 'Of its last calls', cell: failureWords },
  { key: 'waiting', title: 'Waits for it', cell: (shown) => <WaitsFor shown={shown} /> },
]

type Shown = { shown: Integration }

function KeyName({ shown }: Shown) {
  return (
    <Stack gap={2}>
      <Anchor
        fw={600}
        size="sm"
        renderRoot={(props) => <Link to="/integrations/$id" params={{ id: shown.id }} {...props} />}
      >
        {shown.name}
      </Anchor>
      {!shown.isMine && (
        <Text size="xs" c="dimmed">
          {shown.user.name}
        </Text>
      )}
    </Stack>
  )
}

function LastCall({ shown }: Shown) {
  if (shown.lastUsedAt === null) return 'never'
  return (
    <Stack gap={4} align="flex-start">
      <When at={shown.lastUsedAt} />
      {shown.lastResult !== null && <StatusBadge result={shown.lastResult} />}
    </Stack>
  )
}

function WaitsFor({ shown: { service, waiting } }: Shown) {
  if (waiting === null) return '–'
  return (
    <Stack gap={2}>
      <Text size="sm">{waitingWords(service, waiting.count)}</Text>
      {waiting.since !== null && (
        <Text size="xs" c="dimmed">
          the oldest came {formatAgo(waiting.since)}
        </Text>
      )}
    </Stack>
  )
}

function NoIntegrations() {
  return (
    <EmptyState
      icon={<IconPlugConnected aria-hidden />}
      title="No program has a key yet"
      description="Make an API key for your accounting software or your web shop. Then what it does is shown here."
    >
      <EmptyState.Actions>
        <Button component={Link} to="/keys">
          Make an API key
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
