import { Stack, Text } from '@mantine/core'
import { counted } from '../../components/values.tsx'
import { DocumentLink } from '../../components/cells.tsx'
import type { Column } from '../../components/table.tsx'
import { Field, OneLine, Words } from './rule-columns.tsx'
import type { UnknownLabel, UnknownValue } from './rules-query.ts'
import { UnknownActions } from './unknown-actions.tsx'
import type { RuleDraft } from './use-rule-form.ts'
import { documentsOf } from './words.ts'

type ColumnsProps = {
  /** Whether these are the ones that need no rule. */
  isDismissed: boolean
  onDraft: (draft: RuleDraft) => void
}

export function unknownLabelColumns({
  isDismissed,
  onDraft,
}: ColumnsProps): Column<UnknownLabel>[] {
  return [
    {
      key: 'label',
      title: 'Label',
      isMain: true,
      cell: ({ label }) => <Words fw={600}>{label}</Words>,
    },
    { key: 'example', title: 'For example', cell: ({ example }) => <Words>{example}</Words> },
    {
      key: 'documents',
      title: 'In',
      cell: ({ category, place }) => (
        <Stack gap={0}>
          <OneLine>{documentsOf(category)}</OneLine>
          <Text size="xs" c="dimmed">
            {place === 'metadata' ? 'in the head' : 'in the lines'}
          </Text>
        </Stack>
      ),
    },
    { key: 'scans', title: 'Seen in', cell: (row) => <SeenIn row={row} /> },
    {
      key: 'likely',
      title: 'Probably',
      cell: ({ likely }) => (likely === null ? '–' : <Field>{likely}</Field>),
    },
    {
      key: 'action',
      title: '',
      width: '15rem',
      cell: ({ label, category, likely }) => (
        <UnknownActions
          offer={{ kind: 'labels', category, text: label }}
          isDismissed={isDismissed}
          onDraft={() => onDraft({ type: 'label', from: label, to: likely ?? '', category })}
        />
      ),
    },
  ]
}

const reasons = {
  unreadable: 'cannot be read',
  'has rules': 'others have rules',
  recurs: 'comes again and again',
} as const

export function unknownValueColumns({
  isDismissed,
  onDraft,
}: ColumnsProps): Column<UnknownValue>[] {
  return [
    {
      key: 'value',
      title: 'Value',
      isMain: true,
      cell: ({ value }) => <Words fw={600}>{value}</Words>,
    },
    { key: 'key', title: 'Field', cell: ({ key }) => <Field>{key}</Field> },
    { key: 'reason', title: 'Why', cell: ({ reason }) => reasons[reason] },
    {
      key: 'documents',
      title: 'In',
      cell: ({ category }) => <OneLine>{documentsOf(category)}</OneLine>,
    },
    { key: 'scans', title: 'Seen in', cell: (row) => <SeenIn row={row} /> },
    {
      key: 'action',
      title: '',
      width: '15rem',
      cell: ({ value, key, category }) => (
        <UnknownActions
          offer={{ kind: 'values', category, key, text: value }}
          isDismissed={isDismissed}
          onDraft={() => onDraft({ type: 'value', key, from: value, to: '', category })}
        />
      ),
    },
  ]
}

function SeenIn({ row: { scans, scan } }: { row: UnknownLabel | UnknownValue }) {
  return (
    <Stack gap={0}>
      <Text size="sm">{counted(scans, 'scan')}</Text>
      <Text size="xs" c="dimmed">
        such as <DocumentLink to={scan} inherit />
      </Text>
    </Stack>
  )
}
