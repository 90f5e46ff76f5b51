import { Alert, Badge, Code, Group, Loader, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useConfirm, useRefresh, useWhenEnded } from '../../components/commands.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { ErrorState } from '../../components/loaded.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import {
  changesQuery,
  isUnderWay,
  previewQuery,
  useRuleChange,
  type Changes,
  type Preview,
  type RuleChange,
} from './data.ts'

type Changed = Preview['scans'][number]
type Part = Changed['changes'][number]

/** The waiting documents that a change of rules would change, and how. Fetched again for every new change. */
export function RulePreview({ change, isLoss }: { change: RuleChange; isLoss: boolean }) {
  const preview = useQuery(previewQuery(change))
  if (preview.isError) {
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  }
  return (
    <Stack gap="sm" aria-busy={preview.isFetching}>
      <Group gap="xs" mih={24} role="status">
        <Text size="sm" fw={500}>
          {preview.data === undefined
            ? 'Looking through the waiting documents…'
            : sum(preview.data, isLoss)}
        </Text>
        {preview.isFetching && <Loader size="xs" aria-hidden />}
      </Group>
      {preview.data !== undefined && <ChangedDocuments preview={preview.data} />}
    </Stack>
  )
}

/** The changed documents, each with its values now and after the change. */
export function ChangedDocuments({ preview: { scans: documents, changed } }: { preview: Preview }) {
  if (documents.length === 0) return null
  return (
    <ScrollArea.Autosize
      mah="max(12rem, 30vh)"
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Documents that change' }}
    >
      <Stack gap="md">
        {documents.map((document) => (
          <ChangedDocument key={document.id} changed={document} />
        ))}
        {changed > documents.length && (
          <Text size="sm" c="dimmed">
            and {formatCount(changed - documents.length)} more.
          </Text>
        )}
      </Stack>
    </ScrollArea.Autosize>
  )
}

/** "12 of 340 waiting documents change." With `isLoss`, the change removes a value from them. */
export function sum({ changed, waiting }: Preview, isLoss = false): string {
  if (waiting === 0) return 'No documents wait now: it counts for those that come.'
  if (changed === 0) {
    return `None of the ${formatCount(waiting)} waiting documents changes: it counts for those that come.`
  }
  const documents = waiting === 1 ? 'waiting document' : 'waiting documents'
  const [one, many] = isLoss ? ['loses this value', 'lose this value'] : ['changes', 'change']
  return `${formatCount(changed)} of ${formatCount(waiting)} ${documents} ${changed === 1 ? one : many}.`
}

function ChangedDocument({ changed }: { changed: Changed }) {
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {changed.filename}
        </Text>
        <Badge variant="default" size="sm">
          {categoryNames[changed.category]}
        </Badge>
        <Text size="xs" c="dimmed">
          <When at={changed.createdAt} dateOnly />
        </Text>
      </Group>
      {changed.changes.length === 0 && <Text size="sm">Only the order of its fields changes.</Text>}
      {changed.changes.length > 0 && (
        <DataTable
          label={`Changes in ${changed.filename}`}
          columns={columns}
          rows={changed.changes}
          idOf={({ line }) => `${line}`}
        />
      )}
      {changed.moreParts > 0 && (
        <Text size="xs" c="dimmed">
          and {formatCount(changed.moreParts)} more {changed.moreParts === 1 ? 'line' : 'lines'}
        </Text>
      )}
    </Stack>
  )
}

const columns: Column<Part>[] = [
  {
    key: 'where',
    title: 'Where',
    width: '5rem',
    cell: ({ line }) => (line === null ? 'Head' : `Line ${line}`),
  },
  { key: 'now', title: 'Now', width: '45%', cell: ({ before }) => <Fields fields={before} /> },
  { key: 'then', title: 'Then', width: '45%', cell: ({ after }) => <Fields fields={after} /> },
]

function Fields({ fields }: { fields: Part['before'] }) {
  if (fields.length === 0) return <Text size="sm">–</Text>
  return (
    <Stack gap={2}>
      {fields.map(({ key, value }) => (
        <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{key}</Code> {value}
        </Text>
      ))}
    </Stack>
  )
}

/** Shown instead of a preview while the form is incomplete. */
export function NoPreviewYet() {
  return (
    <Alert color="gray" variant="light">
      <Text size="sm">
        As soon as the rule is complete, this shows which waiting documents it changes, and how.
      </Text>
    </Alert>
  )
}

/** The progress of a change of rules, and the changes that wait behind it. Nothing if all are done. */
export function ChangeProgress() {
  const { data: changes } = useQuery(changesQuery)
  const refresh = useRefresh()
  // Refreshes the page, whoever made the change.
  useWhenEnded(isUnderWay(changes), () => void refresh())
  if (changes === undefined || !isUnderWay(changes)) return null
  return (
    <Alert
      mb="md"
      icon={<IconRefresh aria-hidden />}
      title="The rules are being changed"
      role="status"
    >
      <Stack gap="xs">
        {changes.isElsewhere && (
          <Text size="sm">
            Another program, such as “daybook import rules”, is changing them, or was interrupted.
            You can go on: what you save waits for its turn and begins by itself.
          </Text>
        )}
        {changes.items.map((change) => (
          <UnderWay key={change.id} change={change} />
        ))}
      </Stack>
    </Alert>
  )
}

function UnderWay({ change }: { change: Changes['items'][number] }) {
  const { by, what, progress } = change
  const name = `${what} (${by.name})`
  if (progress === null) {
    return <Text size="sm">{name} waits for its turn and begins by itself.</Text>
  }
  const { done, total } = progress
  return (
    <Stack gap={4}>
      <Text size="sm">
        {name}: {formatCount(done)} of {formatCount(total)} waiting documents are looked through.
        Until all are, the rules of before hold.
      </Text>
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        aria-label="Documents that are looked through"
      />
    </Stack>
  )
}

/** Asks whether to delete and tells which waiting documents change. `from` names the rule if there is only one. */
export function useDeleteRules() {
  const confirm = useConfirm()
  const follow = useRuleChange()
  return (ids: string[], from: string, onDeleted?: () => void) => {
    const isOne = ids.length === 1
    const name =
      isOne && from !== '' ? `the rule for “${from}”` : isOne ? 'the rule' : `${ids.length} rules`
    confirm({
      title: `Delete ${name}?`,
      children: <WhatChanges ids={ids} />,
      action: isOne ? 'Delete the rule' : 'Delete the rules',
      done: isOne ? 'The rule is deleted.' : `${ids.length} rules are deleted.`,
      run: () => follow(ask(api.rules.delete.post({ ids }))).then(onDeleted),
    })
  }
}

function WhatChanges({ ids }: { ids: string[] }) {
  const { data, isError } = useQuery(previewQuery({ put: [], remove: ids }))
  return (
    <Stack gap="xs">
      <Text size="sm">
        Waiting documents change to what they say without it. What was delivered stays as it is.
      </Text>
      <Text size="sm" fw={500} role="status">
        {isError
          ? 'It is not known how many waiting documents change.'
          : data === undefined
            ? 'Looking through the waiting documents…'
            : sum(data)}
      </Text>
    </Stack>
  )
}
