import { Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Money } from '../../components/values.tsx'
import { isMoney, labelOf } from './fields.ts'
import type { RowResult } from './import-rows.ts'

/** Characters of a long text that are shown. */
const textCharactersMax = 60

/** Why a row is refused, what it changes, and what was noticed. */
export function RowDetails({ shown }: { shown: RowResult }) {
  const { outcome, reasons, changes, warnings } = shown
  if (reasons.length === 0 && changes.length === 0 && warnings.length === 0) return '–'
  return (
    <Stack gap={2}>
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
      {outcome === 'created' ? <NewValues values={changes} /> : <Changes changes={changes} />}
      {warnings.map((warning) => (
        <Text key={warning} size="xs" c="dimmed">
          {warning}
        </Text>
      ))}
    </Stack>
  )
}

function Changes({ changes }: Pick<RowResult, 'changes'>) {
  return changes.map(({ field, from, to }) => (
    <Text key={field} size="sm">
      {wordOf(field)}: <Value field={field} value={from} /> → <Value field={field} value={to} />
    </Text>
  ))
}

/** What a new product will have, in one line. */
function NewValues({ values }: { values: RowResult['changes'] }) {
  if (values.length === 0) return null
  return (
    <Text size="sm">
      {values.map(({ field, to }, at) => (
        <Fragment key={field}>
          {at > 0 && ' · '}
          {wordOf(field)} <Value field={field} value={to} />
        </Fragment>
      ))}
    </Text>
  )
}

type Shown = RowResult['changes'][number]['from']

/** As it stands before a value: the sign of the rate is behind it. */
function wordOf(field: string): string {
  return field === 'gst_pct' ? 'GST' : labelOf(field)
}

function Value({ field, value }: { field: string; value: Shown }) {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isMoney(field)) {
    return <Money paise={Math.round(value * 100)} />
  }
  const text = field === 'gst_pct' ? `${value} %` : String(value)
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text
}
