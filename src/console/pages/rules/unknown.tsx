import { Button, EmptyState, Group, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DocumentLink, Noted } from '../../components/cells.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { Filters, isFiltered, type Filter } from '../../components/filters.tsx'
import { listed } from '../../components/use-list.ts'
import { counted, formatCount } from '../../components/values.tsx'
import {
  documentsFilter,
  documentsOf,
  unknownQuery,
  type RuleDraft,
  type RulesProps,
  type UnknownLabel,
  type UnknownValue,
} from './data.ts'
import { Field, OneLine, Words } from './own.tsx'
import { CommandButton } from '../../components/buttons.tsx'

/** Labels and values in the newest documents that have no rule. */
export function UnknownNames(list: RulesProps) {
  const { search, change, onDraft } = list
  const unknown = useQuery(unknownQuery(search))
  const { data } = unknown
  const { kind = 'labels', show } = search
  const isDismissed = show === 'dismissed'
  const filters = filtersOf(kind, isDismissed, data)
  const common = {
    ...listed<unknown>(unknown, search.page, (page) => change({ page })),
    empty: (
      <NothingUnknown
        kind={kind}
        isNarrowed={isFiltered(filters, search)}
        isDismissed={isDismissed}
      />
    ),
  }
  return (
    <>
      <Filters
        label="Unknown labels and values"
        filters={filters}
        list={{
          search,
          change: (changed) => change('kind' in changed ? { ...changed, show: null } : changed),
        }}
      />
      {kind === 'labels' ? (
        <DataTable
          label="Labels that no rule knows"
          columns={labelColumns(isDismissed, onDraft)}
          {...common}
          rows={data?.kind === 'labels' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.label])}
        />
      ) : (
        <DataTable
          label="Values that no rule knows"
          columns={valueColumns(isDismissed, onDraft)}
          {...common}
          rows={data?.kind === 'values' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.key, row.value])}
        />
      )}
      {data !== undefined && data.scans > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          Looked for in the newest{' '}
          {data.scans === 1 ? 'document' : `${formatCount(data.scans)} documents`}. A label without
          a rule is delivered as it was read.
        </Text>
      )}
    </>
  )
}

type Counts = { labels: number; values: number; dismissed: number }

function filtersOf(
  kind: 'labels' | 'values',
  isDismissed: boolean,
  counts: Counts | undefined,
): Filter[] {
  const dismissed = counts?.dismissed ?? 0
  return [
    {
      by: 'view',
      key: 'kind',
      label: 'Labels or values',
      choices: [
        { value: 'labels', label: withCount('Labels', counts?.labels) },
        { value: 'values', label: withCount('Values', counts?.values) },
      ],
    },
    {
      by: 'text',
      label: kind === 'labels' ? 'Search labels and examples' : 'Search fields and values',
    },
    documentsFilter,
    ...(dismissed > 0 || isDismissed
      ? [
          {
            by: 'check',
            key: 'show',
            value: 'dismissed',
            label: withCount('Those that need no rule', dismissed),
          } as const,
        ]
      : []),
  ]
}

function withCount(word: string, count: number | undefined): string {
  return count === undefined ? word : `${word} (${formatCount(count)})`
}

type NothingUnknownProps = {
  kind: 'labels' | 'values'
  isNarrowed: boolean
  isDismissed: boolean
}

function NothingUnknown({ kind, isNarrowed, isDismissed }: NothingUnknownProps) {
  const what = kind === 'labels' ? 'label' : 'value'
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<IconChecks aria-hidden />}
        title={`No unknown ${what} fits`}
        description="Search for something else."
      />
    )
  }
  return (
    <EmptyState
      icon={<IconChecks aria-hidden />}
      title={isDismissed ? `Every unknown ${what} is listed` : `Every ${what} is known`}
      description={
        isDismissed
          ? `A ${what} of which you say that it needs no rule is kept here.`
          : `When a new document has a ${what} that no rule knows, it is listed here. There is nothing to do now.`
      }
    />
  )
}

type OnDraft = (draft: RuleDraft) => void

function labelColumns(isDismissed: boolean, onDraft: OnDraft): Column<UnknownLabel>[] {
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
        <Noted note={place === 'head' ? 'in the head' : 'in the lines'}>
          <OneLine>{documentsOf(category)}</OneLine>
        </Noted>
      ),
    },
    { key: 'seen', title: 'Seen in', cell: (row) => <SeenIn row={row} /> },
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
        <Actions
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

function valueColumns(isDismissed: boolean, onDraft: OnDraft): Column<UnknownValue>[] {
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
    { key: 'seen', title: 'Seen in', cell: (row) => <SeenIn row={row} /> },
    {
      key: 'action',
      title: '',
      width: '15rem',
      cell: ({ value, key, category }) => (
        <Actions
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
    <Noted
      note={
        <>
          such as <DocumentLink to={scan} inherit />
        </>
      }
    >
      {counted(scans, 'document')}
    </Noted>
  )
}

type ActionsProps = {
  /** A label or value, as the server names it. */
  offer: Parameters<typeof api.rules.unknown.dismiss.post>[0]
  isDismissed: boolean
  onDraft: () => void
}

/** The actions for a label or value: make a rule or dismiss it. A dismissed one can be taken back. */
function Actions({ offer, isDismissed, onDraft }: ActionsProps) {
  const { unknown } = api.rules
  const { text } = offer
  return (
    <Group gap={4} wrap="nowrap">
      {!isDismissed && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Make a rule for ${text}`}
          onClick={onDraft}
        >
          Make a rule
        </Button>
      )}
      <CommandButton
        size="xs"
        variant={isDismissed ? 'default' : 'subtle'}
        aria-label={isDismissed ? `List ${text} again` : `${text} needs no rule`}
        run={() =>
          ask(isDismissed ? unknown['offer-again'].post(offer) : unknown.dismiss.post(offer))
        }
        done={() =>
          isDismissed
            ? `“${text}” is among the unknown ones again.`
            : `“${text}” stays as it is, and is not listed any more.`
        }
      >
        {isDismissed ? 'List it again' : 'Needs none'}
      </CommandButton>
    </Group>
  )
}
