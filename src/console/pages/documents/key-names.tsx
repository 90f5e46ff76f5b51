import { Code, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { labelOf } from './form/fields.ts'
import type { KeyName } from './words.tsx'
import { t } from '../../language/language.ts'

export function useShowsKeys() {
  return useLocalStorage({ key: 'daybook-shows-keys', defaultValue: false })
}

/** The names of keys: for people or, for integrators, as programs get them. */
export function useKeyName(place: 'metadata' | 'line'): KeyName {
  const [showsKeys] = useShowsKeys()
  return (key) => (showsKeys ? key : labelOf(place, key))
}

/** A key under its chosen name. */
export function Key({ name, place }: { name: string; place: 'metadata' | 'line' }) {
  const [showsKeys] = useShowsKeys()
  if (showsKeys) return <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code>
  return (
    <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {labelOf(place, name)}
    </Text>
  )
}

export function KeySwitch() {
  const [showsKeys, show] = useShowsKeys()
  return (
    <Switch
      size="xs"
      label={t('Names that programs get')}
      checked={showsKeys}
      onChange={({ currentTarget }) => show(currentTarget.checked)}
    />
  )
}
