import { Stack, Text } from '@mantine/core'
import { Money } from '../../parts/money.tsx'
import { isMoney, labelOf } from './fields.ts'
import type { RowResult } from './import-rows.ts'

/** Characters of a long text that are shown. */
const textCharactersMax = 60

/** Why a row is refused, what it changes, and what was noticed. */
export function RowDetails({ shown }: { shown: RowResult }) {
  const { reason, changes, warnings } = shown
  if (reason === null && changes.length === 0 && warnings.length === 0) return '–'
  return (
    <Stack gap={2}>
      {reason !== null && <Text size="sm">{reason}</Text>}
      {changes.map(({ field, from, to }) => (
        <Text key={field} size="sm">
          {labelOf(field)}: <Value field={field} value={from} /> →{' '}
          <Value field={field} value={to} />
        </Text>
      ))}
      {warnings.map((warning) => (
        <Text key={warning} size="xs" c="dimmed">
          {warning}
        </Text>
      ))}
    </Stack>
  )
}

type Shown = RowResult['changes'][number]['from']

function Value({ field, value }: { field: string; value: Shown }) {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isMoney(field)) {
    return <Money paise={Math.round(value * 100)} />
  }
  const text = String(value)
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
}
