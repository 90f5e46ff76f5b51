import { Anchor, Group, Paper, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { IconCode, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../client.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { When } from '../../components/values.tsx'
import { serviceNames } from '../../words.ts'
import { Calls } from './calls.tsx'
import { CodeSamples } from './code.tsx'
import { integrationQuery, type Integration } from './data.ts'
import { waitingWords } from './words.ts'

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

const referencePages = {
  'scan-export': '/docs/scan-export',
  storefront: '/docs/storefront',
} as const

/** What waits for a key, when it was last used, and where its API is described. */
export function IntegrationFacts({ shown }: { shown: Integration }) {
  const { service, waiting } = shown
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mb="lg">
      <Fact
        title="Waits for it"
        value={waiting === null ? '–' : waitingWords(service, waiting.count)}
      >
        {waiting === null ? (
          'This key fetches nothing that could wait.'
        ) : waiting.since === null ? (
          'Everything was fetched.'
        ) : (
          <>
            since <When at={waiting.since} />
          </>
        )}
      </Fact>
      <Fact title="Last call" value={<When at={shown.lastUsedAt} never="never" />}>
        {shown.lastUsedFrom === null
          ? 'No program has used this key yet.'
          : `from ${shown.lastUsedFrom}`}
      </Fact>
      <Fact
        title="What it can ask for"
        value={
          <Anchor href={`/${service}/docs`} inherit>
            API page
          </Anchor>
        }
      >
        <Group gap="xs">
          <Anchor href={referencePages[service]} size="sm">
            Reference page
          </Anchor>
          <Anchor href={`/${service}/openapi.json`} size="sm">
            openapi.json
          </Anchor>
        </Group>
      </Fact>
    </SimpleGrid>
  )
}

function Fact({
  title,
  value,
  children,
}: {
  title: string
  value: ReactNode
  children: ReactNode
}) {
  return (
    <Paper withBorder p="md">
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Text fw={600} component="div">
          {value}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </Stack>
    </Paper>
  )
}
