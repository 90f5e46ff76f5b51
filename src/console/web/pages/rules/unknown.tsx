import { Button, Checkbox, EmptyState, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChecks } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { DocumentLink } from '../../components/cells.tsx'
import { showRefusal } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { documentsOf, unknownQuery, type UnknownLabel, type UnknownValue } from './data.ts'
import { DocumentsFilter, RuleSearchInput, type RuleListProps } from './list.tsx'
import { Field, OneLine, Words } from './own.tsx'
import type { RuleDraft } from './values.ts'

/** Labels and values in the newest scans that no rule knows. */
export function UnknownNames(list: RuleListProps) {
  const { search, onSearch, onDraft } = list
  const unknown = useQuery(unknownQuery(search))
  const { data } = unknown
  const { kind = 'labels', category, search: text, show } = search
  const isDismissed = show === 'dismissed'
  const common = {
    ...listed<unknown>(unknown, search.page, (page) => onSearch({ page })),
    empty: (
      <NothingUnknown
        kind={kind}
        isFiltered={text !== undefined || category !== undefined}
        isDismissed={isDismissed}
      />
    ),
  }
  return (
    <>
      <Filters {...list} counts={data} />
      {kind === 'labels' ? (
        <DataTable
          label="Labels that no rule knows"
          columns={unknownLabelColumns({ isDismissed, onDraft })}
          {...common}
          rows={data?.kind === 'labels' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.label])}
        />
      ) : (
        <DataTable
          label="Values that no rule knows"
          columns={unknownValueColumns({ isDismissed, onDraft })}
          {...common}
          rows={data?.kind === 'values' ? data.items : undefined}
          idOf={(row) => JSON.stringify([row.category, row.key, row.value])}
        />
      )}
      {data !== undefined && data.scans > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          Looked for in the newest {data.scans === 1 ? 'scan' : `${formatCount(data.scans)} scans`}.
          A label without a rule is delivered as it was read.
        </Text>
      )}
    </>
  )
}

type Counts = { labels: number; values: number; dismissed: number }

function Filters({ counts, ...list }: RuleListProps & { counts: Counts | undefined }) {
  const { search, onSearch } = list
  const { kind = 'labels', show } = search
  const dismissed = counts?.dismissed ?? 0
  return (
    <Group mb="md" gap="sm">
      <SegmentedControl
        aria-label="Labels or values"
        data={[
          { value: 'labels', label: withCount('Labels', counts?.labels) },
          { value: 'values', label: withCount('Values', counts?.values) },
        ]}
        value={kind}
        onChange={(next) =>
          onSearch({ kind: next === 'values' ? 'values' : undefined, show: undefined })
        }
      />
      <RuleSearchInput
        label={kind === 'labels' ? 'Search labels and examples' : 'Search fields and values'}
        {...list}
      />
      <DocumentsFilter all="Any documents" {...list} />
      {(dismissed > 0 || show !== undefined) && (
        <Checkbox
          label={withCount('Those that need no rule', dismissed)}
          checked={show !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onSearch({ show: checked ? 'dismissed' : undefined })
          }
        />
      )}
    </Group>
  )
}

function withCount(word: string, count: number | undefined): string {
  return count === undefined ? word : `${word} (${formatCount(count)})`
}

type NothingUnknownProps = {
  kind: 'labels' | 'values'
  isFiltered: boolean
  isDismissed: boolean
}

function NothingUnknown({ kind, isFiltered, isDismissed }: NothingUnknownProps) {
  const what = kind === 'labels' ? 'label' : 'value'
  if (isFiltered) {
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
          : `When a new scan has a ${what} that no rule knows, it is listed here. There is nothing to do now.`
      }
    />
  )
}

type ColumnsProps = {
  /** Whether these are the ones that need no rule. */
  isDismissed: boolean
  onDraft: (draft: RuleDraft) => void
}

function unknownLabelColumns({ isDismissed, onDraft }: ColumnsProps): Column<UnknownLabel>[] {
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

function unknownValueColumns({ isDismissed, onDraft }: ColumnsProps): Column<UnknownValue>[] {
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

type UnknownActionsProps = { offer: Offer; isDismissed: boolean; onDraft: () => void }

/** A rule for a label or value, or none; of one that was dismissed, the way back. */
function UnknownActions({ offer, isDismissed, onDraft }: UnknownActionsProps) {
  const dismiss = useDismiss(offer, isDismissed)
  const { text } = offer
  if (isDismissed) {
    return (
      <Button
        size="xs"
        variant="default"
        loading={dismiss.isPending}
        aria-label={`List ${text} again`}
        onClick={() => dismiss.mutate()}
      >
        List it again
      </Button>
    )
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Button size="xs" variant="default" aria-label={`Make a rule for ${text}`} onClick={onDraft}>
        Make a rule
      </Button>
      <Button
        size="xs"
        variant="subtle"
        loading={dismiss.isPending}
        aria-label={`${text} needs no rule`}
        onClick={() => dismiss.mutate()}
      >
        Needs none
      </Button>
    </Group>
  )
}

/** A label or value, as the server names it. */
type Offer = Parameters<typeof api.rules.unknown.dismiss.post>[0]

/** Says of a label or value that it needs no rule, or that it may need one after all. */
function useDismiss(offer: Offer, isDismissed: boolean) {
  const refresh = useRefresh()
  const { unknown } = api.rules
  return useMutation({
    mutationFn: () =>
      ask(isDismissed ? unknown['offer-again'].post(offer) : unknown.dismiss.post(offer)),
    async onSuccess() {
      notifications.show({
        message: isDismissed
          ? `“${offer.text}” is among the unknown ones again.`
          : `“${offer.text}” stays as it is, and is not listed any more.`,
      })
      await refresh()
    },
    onError: (error) => showRefusal(error),
  })
}
