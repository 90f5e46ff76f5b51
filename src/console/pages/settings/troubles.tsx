import { Anchor, Button, Code, Group, List, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDownload, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { type Finding, troublesQuery } from './data.ts'

/** Checks for the usual troubles of a shop's computer, and a file for whoever helps the shop. */
export function TroublesSection() {
  const troubles = useQuery(troublesQuery)
  return (
    <Stack gap="lg" maw={760}>
      <SectionCard
        title="The usual troubles"
        lead="Disk, clock, backups, certificates, other programs in the way: what shops have had trouble with."
      >
        <Stack gap="md">
          <Loaded query={troubles} pending={<Skeleton height={320} />}>
            {({ findings }) => <Findings findings={findings} />}
          </Loaded>
          <Group>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={troubles.isFetching}
              onClick={() => void troubles.refetch()}
            >
              Look again
            </Button>
          </Group>
        </Stack>
      </SectionCard>
      <ReportCard />
    </Stack>
  )
}

const marks = {
  bad: { label: 'Wrong', color: 'red', Icon: IconX },
  warning: { label: 'To look at', color: 'yellow', Icon: IconAlertTriangle },
  good: { label: 'In order', color: 'green', Icon: IconCheck },
} as const

/** Troubles come first. */
const order: readonly Finding['state'][] = ['bad', 'warning', 'good']

function Findings({ findings }: { findings: readonly Finding[] }) {
  const sorted = order.flatMap((state) => findings.filter((finding) => finding.state === state))
  const troubles = findings.filter(({ state }) => state !== 'good').length
  return (
    <Stack gap="md">
      <Text role="status">
        {findings.length} things looked at:{' '}
        {troubles === 0 ? 'all in order.' : `${troubles} not in order.`}
      </Text>
      <List listStyleType="none" spacing="sm" center={false}>
        {sorted.map((finding) => (
          <FindingItem key={finding.name} finding={finding} />
        ))}
      </List>
    </Stack>
  )
}

function FindingItem({ finding: { name, state, says, remedy } }: { finding: Finding }) {
  const { label, color, Icon } = marks[state]
  return (
    <List.Item
      icon={
        <ThemeIcon
          size={22}
          radius="xl"
          variant="light"
          color={color}
          aria-label={label}
          role="img"
        >
          <Icon size={14} aria-hidden />
        </ThemeIcon>
      }
    >
      <Text fw={600} size="sm">
        {name.charAt(0).toUpperCase() + name.slice(1)}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {says}
      </Text>
      {remedy !== undefined && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {remedy}
        </Text>
      )}
    </List.Item>
  )
}

function ReportCard() {
  return (
    <SectionCard
      title="A file for whoever helps"
      lead="Versions, settings, what was found above and the end of the log, as a ZIP file. No documents, no orders, no passwords or keys."
    >
      <Stack gap="sm" align="flex-start">
        <Button
          component="a"
          href="/console/api/settings/report"
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download the report
        </Button>
        <Text size="sm" c="dimmed">
          At the command line: <Code>daybook doctor</Code> and <Code>daybook report</Code>, also
          while Daybook does not start.{' '}
          <Anchor href="/docs/command-line" size="sm" underline="always">
            More on both
          </Anchor>
        </Text>
      </Stack>
    </SectionCard>
  )
}
