import { Skeleton, Tabs } from '@mantine/core'
import { IconCode, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { serviceNames } from '../keys/key-columns.tsx'
import { Calls } from './calls.tsx'
import { CodeSamples } from './code-samples.tsx'
import { integrationQuery } from './integrations-query.ts'
import { IntegrationFacts } from './integration-facts.tsx'

const route = getRouteApi('/shell/integrations/$id')

const trail = [{ to: '/integrations', label: 'Integrations' }] as const

/** One program's way in: what it asked for last, what waits for it, and code to begin with. */
export function IntegrationPage() {
  const { id } = route.useParams()
  const { tab = 'calls' } = route.useSearch()
  const navigate = route.useNavigate()
  const integration = useQuery(integrationQuery(id))
  const { data } = integration
  if (integration.isError) {
    return (
      <>
        <PageHeader title="Integration" trail={trail} />
        <ErrorState error={integration.error} onRetry={() => void integration.refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={data?.name ?? 'Integration'} trail={trail}>
        {data === undefined
          ? undefined
          : `${serviceNames[data.service]}, as ${data.isMine ? 'you' : data.user.name}. The key begins with ${data.prefix}…`}
      </PageHeader>
      {data === undefined ? <Skeleton height={96} mb="lg" /> : <IntegrationFacts shown={data} />}
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: chosen === 'code' ? { tab: 'code' } : {} })}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="calls" leftSection={<IconListDetails size={16} aria-hidden />}>
            Last calls
          </Tabs.Tab>
          <Tabs.Tab value="code" leftSection={<IconCode size={16} aria-hidden />}>
            Code to begin with
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calls">{tab === 'calls' && <Calls id={id} />}</Tabs.Panel>
        <Tabs.Panel value="code">
          {tab === 'code' && data !== undefined && <CodeSamples shown={data} />}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
