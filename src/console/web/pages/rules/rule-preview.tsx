import {
  Alert,
  Badge,
  Code,
  Group,
  Loader,
  Paper,
  ScrollArea,
  Stack,
  Table,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../parts/error-state.tsx'
import { formatCount } from '../../parts/money.tsx'
import { When } from '../../parts/when.tsx'
import { previewQuery, type Preview, type RuleChange } from './rules-query.ts'
import { categoryNames } from './words.ts'

type Scan = Preview['scans'][number]
type Part = Scan['changes'][number]

/** Which of the scans that wait a change would change, and how; asked for anew whenever the change is another one. */
export function RulePreview({ change }: { change: RuleChange }) {
  const preview = useQuery(previewQuery(change))
  if (preview.isError) {
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  }
  return (
    <Stack gap="sm" aria-busy={preview.isFetching}>
      <Group gap="xs" mih={24} role="status">
        <Text size="sm" fw={500}>
          {preview.data === undefined ? 'Looking through the waiting scans…' : sum(preview.data)}
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
      <Stack gap="sm">
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

/** "12 of 340 waiting scans change." */
export function sum({ changed, waiting }: Preview): string {
  if (waiting === 0) return 'No scans wait now: it counts for those that come.'
  if (changed === 0) {
    return `None of the ${formatCount(waiting)} waiting scans changes: it counts for those that come.`
  }
  const scans = waiting === 1 ? 'waiting scan' : 'waiting scans'
  return `${formatCount(changed)} of ${formatCount(waiting)} ${scans} ${changed === 1 ? 'changes' : 'change'}.`
}

function ChangedScan({ scan }: { scan: Scan }) {
  return (
    <Paper withBorder p="sm">
      <Group gap="xs" mb={6}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {scan.filename}
        </Text>
        <Badge variant="default" size="sm" tt="none" fw={500}>
          {categoryNames[scan.category]}
        </Badge>
        <Text size="xs" c="dimmed">
          <When at={scan.createdAt} dateOnly />
        </Text>
      </Group>
      {scan.changes.length === 0 && <Text size="sm">Only the order of its fields changes.</Text>}
      {scan.changes.length > 0 && <Changes scan={scan} />}
      {scan.moreParts > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          and {formatCount(scan.moreParts)} more {scan.moreParts === 1 ? 'line' : 'lines'}
        </Text>
      )}
    </Paper>
  )
}

function Changes({ scan }: { scan: Scan }) {
  return (
    <Table layout="fixed" verticalSpacing={4} aria-label={`Changes in ${scan.filename}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={76}>Where</Table.Th>
          <Table.Th>Now</Table.Th>
          <Table.Th>Then</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {scan.changes.map((part) => (
          <Table.Tr key={part.line}>
            <Table.Td>{part.line === null ? 'Head' : `Line ${part.line}`}</Table.Td>
            <Table.Td>
              <Fields fields={part.before} />
            </Table.Td>
            <Table.Td>
              <Fields fields={part.after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

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
