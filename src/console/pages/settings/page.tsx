import { NetworkSection } from './network.tsx'
import { Radio, Stack, Tabs, useMantineColorScheme } from '@mantine/core'
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
