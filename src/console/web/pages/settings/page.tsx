import { Radio, Stack, Tabs, useMantineColorScheme, Alert, Skeleton, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { useSignedIn } from '../../state.ts'
import { colorSchemes } from '../../theme.ts'
import { ArchiveSection } from './archive.tsx'
import { BackupsSection } from './backups.tsx'
import { InvoicesSection } from './invoices.tsx'
import { NightlySection } from './night.tsx'
import { ReadingSection } from './reading.tsx'
import { ShopSection } from './shop.tsx'
import { TroublesSection } from './troubles.tsx'
import { useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Addresses, NetworkChoice, type NetworkAccess } from '../../components/network.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { networkQuery, type NetworkState } from './data.ts'
import { HttpsSection } from './https.tsx'

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

/** Owners decide for the shop; everybody how the pages look to them. */
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

/** Kept in the browser: another one, or another computer, may look different. */
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

/** Who may reach Daybook, and at which addresses. */
function NetworkSection() {
  const network = useQuery(networkQuery)
  return (
    <Loaded query={network} pending={<Skeleton height={240} />}>
      {(data) => <Network network={data} />}
    </Loaded>
  )
}

function Network({ network }: { network: NetworkState }) {
  const { isOpen, isFixed, addresses, thisComputer } = network
  return (
    <Stack gap="lg" maw={760}>
      <PausedNote name="network.access" />
      <SectionCard title="Who may reach Daybook">
        {isFixed ? <Fixed isOpen={isOpen} /> : <AccessForm network={network} />}
      </SectionCard>
      <SectionCard
        title="Where it is"
        lead={
          isOpen
            ? `On this computer it is at ${thisComputer}.`
            : `Only this computer reaches it, at ${thisComputer}.`
        }
      >
        {isOpen ? (
          <Stack>
            <Addresses addresses={addresses} hasCode={network.https.state !== 'on'} />
          </Stack>
        ) : (
          <Text size="sm">
            Once it is open to the network, the addresses for other computers and phones stand here.
          </Text>
        )}
      </SectionCard>
      {isOpen && <HttpsSection network={network} />}
    </Stack>
  )
}

function Fixed({ isOpen }: { isOpen: boolean }) {
  return (
    <Alert color="cyan" icon={<IconLock aria-hidden />} title="Decided when Daybook was started">
      {isOpen ? 'Other computers may reach it' : 'Only this computer may reach it'}: it was started
      with --host or --lan, or daybook.toml says so. Start it without that to decide it here.
    </Alert>
  )
}

function AccessForm({ network }: { network: NetworkState }) {
  const confirm = useConfirm()
  const form = useForm<{ access: NetworkAccess }>({
    initialValues: { access: network.isOpen ? 'network' : 'this computer' },
  })
  const sent = useSentForm({
    form,
    send: (values) => withPassword(() => ask(api.network.post(values))),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Other computers reach Daybook now.',
  })
  const closeNetwork = () =>
    confirm({
      title: 'Close Daybook to other computers?',
      children: `Other computers, phones and the programs on them lose Daybook at once${isElsewhere() ? ', and so does this page: you are not at the computer that Daybook runs on' : ''}. Nothing is deleted, and it can be opened again here.`,
      action: 'Close it',
      done: 'Only this computer reaches Daybook now.',
      async run() {
        const values = { access: 'this computer' } as const
        await withPassword(() => ask(api.network.post(values)))
        form.resetDirty(values)
      },
    })
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    if (form.values.access === 'network') return sent.submit(event)
    event?.preventDefault()
    closeNetwork()
  }
  return (
    <PageForm sent={{ ...sent, submit }} action="Save" isDisabled={!form.isDirty()}>
      <NetworkChoice {...form.getInputProps('access')} />
    </PageForm>
  )
}

function isElsewhere(): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
}
