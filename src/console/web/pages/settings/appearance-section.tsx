import { Radio, Stack, useMantineColorScheme } from '@mantine/core'
import { colorSchemes } from '../../theme.ts'
import { SectionCard } from './section-card.tsx'

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
