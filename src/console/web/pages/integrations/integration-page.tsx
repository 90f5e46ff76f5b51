import { Skeleton, Tabs } from '@mantine/core'
import { IconCode, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AnswerOf } from '../../client.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { serviceNames } from '../../words.ts'
import { Calls } from './calls.tsx'
import { CodeSamples } from './code-samples.tsx'
import { IntegrationFacts } from './integration-facts.tsx'
import { integrationQuery } from './integrations-query.ts'

const route = getRouteApi('/shell/integrations/$id')

const trail = [{ to: '/integrations', label: 'Integrations' }] as const

/** One program's way in: what it asked for last, what waits for it, and code to begin with. */
export function IntegrationPage() {
  const { id } = route.useParams()
  const integration = useQuery(integrationQuery(id))
  return (
    <Loaded
      query={integration}
      header={<PageHeader title="Integration" trail={trail} />}
      pending={<Skeleton height={240} />}
    >
      {(data) => <Shown id={id} shown={data} />}
    </Loaded>
  )
}

type ShownProps = { id: string; shown: AnswerOf<typeof integrationQuery> }

function Shown({ id, shown }: ShownProps) {
  const { tab = 'calls' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={shown.name} trail={trail}>
        {`${serviceNames[shown.service]}, as ${shown.isMine ? 'you' : shown.user.name}. The key begins with ${shown.prefix}…`}
      </PageHeader>
      <IntegrationFacts shown={shown} />
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: chosen === 'code' ? { tab: 'code' } : {} })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="calls" leftSection={<IconListDetails size={16} aria-hidden />}>
            Last calls
          </Tabs.Tab>
          <Tabs.Tab value="code" leftSection={<IconCode size={16} aria-hidden />}>
            Code to begin with
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calls">
          <Calls id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="code">
          <CodeSamples shown={shown} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
