import { NetworkSection } from './network.tsx'
import {
  Radio,
  Stack,
  Tabs,
  useMantineColorScheme,
  Anchor,
  Button,
  Code,
  Group,
  List,
  Skeleton,
  Text,
  ThemeIcon,
} from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { useSignedIn } from '../../state.ts'
import { colorSchemes } from '../../theme.ts'
import { ArchiveSection } from './archive.tsx'
import { BackupsSection } from './backups.tsx'
import { InvoicesSection } from './invoices.tsx'
import { NightlySection } from './night.tsx'
import { ReadingSection } from './reading.tsx'
import { ShopSection } from './invoices.tsx'
import { IconAlertTriangle, IconCheck, IconDownload, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { type Finding, troublesQuery } from './data.ts'

const route = getRouteApi('/shell/settings')

const sections = [
  { value: 'shop', label: 'Shop', Section: ShopSection },
  { value: 'invoices', label: 'Invoices', Section: InvoicesSection },
  { value: 'reading', label: 'Reading', Section: ReadingSection },
  { value: 'night', label: 'At night', Section: NightlySection },
  { value: 'backups', label: 'Backups', Section: BackupsSection },
  { value: 'archive', label: 'Archive', Section: ArchiveSection },
  { value: 'network', label: 'Network', Section: NetworkSection },
  { value: 'troubles', label: 'Troubles', Section: TroublesSection },
  { value: 'appearance', label: 'Appearance', Section: AppearanceSection },
] as const

/** Owners change the shop's settings. Everybody can change how the pages look. */
export function SettingsPage() {
  const { user } = useSignedIn()
  return user.role === 'owner' ? (
    <OwnersSettings />
  ) : (
    <>
      <PageHeader title="Settings">What the pages look like to you.</PageHeader>
      <AppearanceSection />
    </>
  )
}

function OwnersSettings() {
  const { section = 'shop' } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (value: string | null) => {
    const chosen = sections.find((candidate) => candidate.value === value)?.value
    void navigate({ search: chosen === undefined || chosen === 'shop' ? {} : { section: chosen } })
  }
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs value={section} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {sections.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(({ value, Section }) => (
          <Tabs.Panel key={value} value={value}>
            <Section />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

const descriptions = {
  light: 'Dark letters on white.',
  dark: 'Easier on the eyes in the evening.',
  auto: 'Changes with this computer.',
} as const

/** Kept in the browser. Another browser or computer may look different. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const scheme = colorSchemes.find((candidate) => candidate.value === value)
    if (scheme !== undefined) setColorScheme(scheme.value)
  }
  return (
    <Stack maw={760}>
      <SectionCard title="Appearance" lead="For you, in this browser.">
        <Radio.Group value={colorScheme} onChange={choose} aria-label="Appearance">
          <Stack gap="sm">
            {colorSchemes.map(({ value, label }) => (
              <Radio key={value} value={value} label={label} description={descriptions[value]} />
            ))}
          </Stack>
        </Radio.Group>
      </SectionCard>
    </Stack>
  )
}

/** Checks for the usual troubles of a shop's computer, and a file for whoever helps the shop. */
function TroublesSection() {
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
