import { Anchor, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { When } from '../../components/values.tsx'
import type { Integration } from './integrations-query.ts'
import { waitingWords } from './waiting-words.ts'

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
