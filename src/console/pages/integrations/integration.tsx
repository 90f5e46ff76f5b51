import {
  Anchor,
  Code,
  EmptyState,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Tabs,
  Text,
  Alert,
  Chip,
} from '@mantine/core'
import { IconCode, IconListDetails, IconPlugConnectedX, IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../client.ts'
import { Noted } from '../../components/cells.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { Filters, type Filter } from '../../components/filters.tsx'
import { listed, useList } from '../../components/use-list.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { serviceNames } from '../../words.ts'
import {
  callsQuery,
  integrationQuery,
  integrationSearch,
  type Call,
  type Integration,
} from './data.ts'
import { callWords, shortPath, StatusBadge, waitingWords } from './results.tsx'
import { Copyable } from '../../components/copy.tsx'
import { csharpSamples } from './samples/csharp.ts'
import { curlSamples } from './samples/curl.ts'
import { powershellSamples } from './samples/powershell.ts'
import { pythonSamples } from './samples/python.ts'
import { tasksOf, type Language, type Samples } from './samples/tasks.ts'
import { vbaSamples } from './samples/vba.ts'

const route = getRouteApi('/shell/integrations/$id')

const trail = [{ to: '/integrations', label: 'Integrations' }] as const

/** An integration: its latest calls, its waiting items, and sample code. */
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
        {`${serviceNames[shown.service]}, ${reachOf(shown)}. The key begins with ${shown.prefix}…`}
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

/** A key for the documents of all users acts for nobody in particular. */
function reachOf({ service, allUsers, isMine, user }: Integration): string {
  if (allUsers) return 'for the documents of all users'
  const who = isMine ? 'you' : user.name
  return service === 'storefront' ? `made for ${who}` : `for the documents of ${who}`
}

/** A key's waiting items, its last use, and its API documentation. */
function IntegrationFacts({ shown }: { shown: Integration }) {
  const { service, waiting, lastUsedAt, lastUsedFrom } = shown
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
      <Fact title="Last call" value={<When at={lastUsedAt} never="never" />}>
        {lastUsedFrom === null ? 'No program has used this key yet.' : `from ${lastUsedFrom}`}
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
          <Anchor href={`/docs/${service}`} size="sm">
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

type FactProps = { title: string; value: ReactNode; children: ReactNode }

function Fact({ title, value, children }: FactProps) {
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

const results: Filter = {
  by: 'view',
  key: 'result',
  label: 'Which calls',
  choices: [
    { value: 'all', label: 'All' },
    { value: 'failed', label: 'Failed' },
  ],
}

/** The latest calls of a key, newest first. */
function Calls({ id }: { id: string }) {
  const list = useList(integrationSearch, (search, size) => callsQuery(id, search, size))
  const { search, change, query } = list
  return (
    <>
      <Group justify="space-between">
        <Filters label="Calls" filters={[results]} list={list} />
        <Text size="sm" c="dimmed" mb="md">
          Daybook keeps the last 200 calls of each key.
        </Text>
      </Group>
      <DataTable
        label="Calls"
        columns={columns}
        idOf={(call) => String(call.id)}
        empty={<NoCalls isFailed={search.result === 'failed'} />}
        {...listed(query, search.page, (page) => change({ page }))}
      />
    </>
  )
}

const columns: readonly Column<Call>[] = [
  {
    key: 'what',
    title: 'Call',
    isMain: true,
    cell: (call) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm">{callWords(call)}</Text>
        <Code>
          {call.method} {shortPath(call.path)}
        </Code>
      </Stack>
    ),
  },
  { key: 'at', title: 'When', width: '13rem', cell: ({ at }) => <When at={at} /> },
  {
    key: 'status',
    title: 'Result',
    cell: ({ error, ...result }) => (
      <Noted
        note={
          error !== null && (
            <Text inherit maw="28rem">
              {error}
            </Text>
          )
        }
      >
        <StatusBadge result={result} />
      </Noted>
    ),
  },
  { key: 'rows', title: 'Rows', kind: 'count', width: '6rem', value: ({ rows }) => rows },
  {
    key: 'duration',
    title: 'Took',
    align: 'right',
    width: '7rem',
    cell: ({ durationMs }) => `${formatCount(durationMs)} ms`,
  },
]

function NoCalls({ isFailed }: { isFailed: boolean }) {
  return (
    <EmptyState
      icon={<IconPlugConnectedX aria-hidden />}
      title={isFailed ? 'No call has failed' : 'No program has used this key yet'}
      description={
        isFailed
          ? 'Calls that went wrong or were refused, as a whole or in some rows, are listed here, with the reason.'
          : '“Code to begin with” has lines to copy; a call appears here within seconds.'
      }
    />
  )
}

type LanguageChoice = { value: Language; label: string; samples: Samples; use: string }

const languages: readonly LanguageChoice[] = [
  { value: 'curl', label: 'curl', samples: curlSamples, use: 'In a terminal, also in cmd.exe.' },
  {
    value: 'powershell',
    label: 'PowerShell',
    samples: powershellSamples,
    use: 'In Windows PowerShell 5.1 or PowerShell 7; nothing to install. A file of it is saved as “UTF-8 with BOM”.',
  },
  {
    value: 'python',
    label: 'Python',
    samples: pythonSamples,
    use: 'Python 3; nothing to install.',
  },
  {
    value: 'csharp',
    label: 'C#',
    samples: csharpSamples,
    use: 'Program.cs of a console program, .NET 8 or later; nothing to install.',
  },
  {
    value: 'vba',
    label: 'Excel (VBA)',
    samples: vbaSamples,
    use: 'In Excel on Windows: Alt+F11, Insert, Module; then run the first Sub with F5.',
  },
]

const keysLink = (
  <Anchor inherit underline="always" renderRoot={(props) => <Link to="/keys" {...props} />}>
    API keys
  </Anchor>
)

/** Sample code for this shop. It works once the key is pasted in. */
function CodeSamples({ shown }: { shown: Integration & { baseAddress: string } }) {
  const tasks = tasksOf(shown)
  const { task: asked, language = 'curl' } = route.useSearch()
  const navigate = route.useNavigate()
  const chosenTask = tasks.find(({ task }) => task === asked) ?? tasks[0]
  const chosen = languages.find(({ value }) => value === language)
  if (chosenTask === undefined || chosen === undefined) {
    return (
      <Text c="dimmed">
        There is no ready-made code for what this key may do; the API page shows every call.
      </Text>
    )
  }
  return (
    <Stack>
      <Alert color="cyan" icon={<IconKey aria-hidden />} title="Paste your key into it">
        Daybook keeps no copy of your keys, so the code says PASTE_YOUR_KEY_HERE. If the key is
        lost, replace it on the page {keysLink}. The address is the one that you see this page at;
        on another computer it must be one that leads here from there.
      </Alert>
      <Stack gap="xs">
        {tasks.length > 1 && (
          <Choice
            label="What the code does"
            data={tasks.map(({ task: value, label }) => ({ value, label }))}
            value={chosenTask.task}
            onChange={(task) =>
              void navigate({ search: (before) => ({ ...before, task }), replace: true })
            }
          />
        )}
        <Choice
          label="Language"
          data={languages}
          value={language}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, language: value }), replace: true })
          }
        />
      </Stack>
      <Copyable
        title={chosen.use}
        value={chosen.samples[chosenTask.task](`${shown.baseAddress}/api/public/v1/`)}
        label="Copy the code"
      />
    </Stack>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, data, value, onChange }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const choice = data.find((one) => one.value === chosen)
    if (choice !== undefined) onChange(choice.value)
  }
  return (
    <Chip.Group value={value} onChange={choose}>
      <Group gap="xs" role="radiogroup" aria-label={label}>
        {data.map((choice) => (
          <Chip key={choice.value} value={choice.value} variant="outline">
            {choice.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
