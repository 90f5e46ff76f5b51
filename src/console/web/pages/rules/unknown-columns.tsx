import { Button, Stack, Text } from '@mantine/core'
import { formatCount } from '../../parts/money.tsx'
import type { Column } from '../../parts/table-props.ts'
import { Field, OneLine, Words } from './rule-columns.tsx'
import type { RuleDraft } from './rule-form.tsx'
import type { UnknownLabel, UnknownValue } from './rules-query.ts'
import { categoryNames } from './words.ts'

type OnDraft = (draft: RuleDraft) => void

export function unknownLabelColumns(onDraft: OnDraft): Column<UnknownLabel>[] {
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
          <OneLine>{categoryNames[category]}</OneLine>
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
      cell: ({ label, category, likely }) => (
        <MakeRule
          name={label}
          onClick={() => onDraft({ type: 'label', from: label, to: likely ?? '', category })}
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

export function unknownValueColumns(onDraft: OnDraft): Column<UnknownValue>[] {
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
      cell: ({ category }) => <OneLine>{categoryNames[category]}</OneLine>,
    },
    { key: 'scans', title: 'Seen in', cell: (row) => <SeenIn row={row} /> },
    {
      key: 'action',
      title: '',
      cell: ({ value, key, category }) => (
        <MakeRule
          name={value}
          onClick={() => onDraft({ type: 'value', key, from: value, to: '', category })}
        />
      ),
    },
  ]
}

function SeenIn({ row: { scans, scan } }: { row: UnknownLabel | UnknownValue }) {
  return (
    <Stack gap={0}>
      <Text size="sm">{scans === 1 ? '1 scan' : `${formatCount(scans)} scans`}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        such as {scan.filename}
      </Text>
    </Stack>
  )
}

function MakeRule({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" aria-label={`Make a rule for ${name}`} onClick={onClick}>
      Make a rule
    </Button>
  )
}
