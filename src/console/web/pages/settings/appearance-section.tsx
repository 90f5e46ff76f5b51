import { Radio, Stack, useMantineColorScheme } from '@mantine/core'
import { SectionCard } from './section-card.tsx'

const schemes = [
  { value: 'light', label: 'Light', description: 'Dark letters on white.' },
  { value: 'dark', label: 'Dark', description: 'Easier on the eyes in the evening.' },
  { value: 'auto', label: 'As the system', description: 'Changes with this computer.' },
] as const

/** Kept in the browser: another one, or another computer, may look different. */
export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => {
    const scheme = schemes.find((candidate) => candidate.value === value)
    if (scheme !== undefined) setColorScheme(scheme.value)
  }
  return (
    <Stack maw={760}>
      <SectionCard title="Appearance" lead="For you, in this browser.">
        <Radio.Group value={colorScheme} onChange={choose} aria-label="Appearance">
          <Stack gap="sm">
            {schemes.map((scheme) => (
              <Radio key={scheme.value} {...scheme} />
            ))}
          </Stack>
        </Radio.Group>
      </SectionCard>
    </Stack>
  )
}
