import { Alert, Badge, Code, Group, Loader, ScrollArea, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount, When } from '../../components/values.tsx'
import { categoryNames } from '../../words.ts'
import { ErrorState } from '../../components/loaded.tsx'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/table.tsx'
import { previewQuery, type Preview, type RuleChange } from './rules-query.ts'

type Scan = Preview['scans'][number]
type Part = Scan['changes'][number]

/** Which of the scans that wait a change would change, and how; asked for anew whenever the change is another one. */
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
            ? 'Looking through the waiting scans…'
            : sum(preview.data, isLoss)}
        </Text>
        {preview.isFetching && <Loader size="xs" aria-hidden />}
      </Group>
      {preview.data !== undefined && <ChangedScans preview={preview.data} />}
    </Stack>
  )
}

/** The changed scans, each with what it says now and what it would say. */
export function ChangedScans({ preview: { scans, changed } }: { preview: Preview }) {
  if (scans.length === 0) return null
  return (
    <ScrollArea.Autosize
      mah="max(12rem, 30vh)"
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Scans that change' }}
    >
      <Stack gap="md">
        {scans.map((scan) => (
          <ChangedScan key={scan.id} scan={scan} />
        ))}
        {changed > scans.length && (
          <Text size="sm" c="dimmed">
            and {formatCount(changed - scans.length)} more.
          </Text>
        )}
      </Stack>
    </ScrollArea.Autosize>
  )
}

/** "12 of 340 waiting scans change." With `isLoss` they lose a value by it. */
export function sum({ changed, waiting }: Preview, isLoss = false): string {
  if (waiting === 0) return 'No scans wait now: it counts for those that come.'
  if (changed === 0) {
    return `None of the ${formatCount(waiting)} waiting scans changes: it counts for those that come.`
  }
  const scans = waiting === 1 ? 'waiting scan' : 'waiting scans'
  const [one, many] = isLoss ? ['loses this value', 'lose this value'] : ['changes', 'change']
  return `${formatCount(changed)} of ${formatCount(waiting)} ${scans} ${changed === 1 ? one : many}.`
}

function ChangedScan({ scan }: { scan: Scan }) {
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {scan.filename}
        </Text>
        <Badge variant="default" size="sm">
          {categoryNames[scan.category]}
        </Badge>
        <Text size="xs" c="dimmed">
          <When at={scan.createdAt} dateOnly />
        </Text>
      </Group>
      {scan.changes.length === 0 && <Text size="sm">Only the order of its fields changes.</Text>}
      {scan.changes.length > 0 && (
        <DataTable
          label={`Changes in ${scan.filename}`}
          columns={columns}
          rows={scan.changes}
          idOf={({ line }) => `${line}`}
        />
      )}
      {scan.moreParts > 0 && (
        <Text size="xs" c="dimmed">
          and {formatCount(scan.moreParts)} more {scan.moreParts === 1 ? 'line' : 'lines'}
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

/** In place of a preview while the form does not say enough for one. */
export function NoPreviewYet() {
  return (
    <Alert color="gray" variant="light">
      <Text size="sm">
        As soon as the rule is complete, this shows which waiting scans it changes, and how.
      </Text>
    </Alert>
  )
}
