import { Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatCount } from '../../parts/money.tsx'
import { refusedRowsCsv, type RowResult } from './name-file.ts'

/** Rows that are listed one by one; the file of refused rows has all. */
const listedMax = 200

/** What became of a file: how many rows, and each that was refused or met a spelling of another entry. */
export function ImportResult({
  results,
  onClose,
}: {
  results: readonly RowResult[]
  onClose: () => void
}) {
  const count = (outcome: RowResult['outcome']) =>
    formatCount(results.filter((result) => result.outcome === outcome).length)
  const noted = results.flatMap(notesOf)
  const hasRefused = results.some(({ outcome }) => outcome === 'refused')
  return (
    <Stack>
      <Text role="status">
        {count('created')} new, {count('updated')} with new aliases, {count('unchanged')} there
        already, {count('refused')} refused.
      </Text>
      {noted.length > 0 && (
        <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }}>
          <List size="sm" spacing={4}>
            {noted.slice(0, listedMax).map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
          {noted.length > listedMax && (
            <Text size="sm" c="dimmed">
              and {formatCount(noted.length - listedMax)} more
            </Text>
          )}
        </ScrollArea.Autosize>
      )}
      <Group justify="flex-end">
        {hasRefused && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download('refused-rows.csv', refusedRowsCsv(results))}
          >
            Download the refused rows
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

function notesOf({ row, name, message, conflicts }: RowResult): string[] {
  return [
    ...(message === null ? [] : [`Row ${row}: ${message}`]),
    ...conflicts.map(
      ({ alias, holder }) =>
        `Row ${row}: “${alias}” belongs to “${holder}” and was not added to “${name.trim()}”.`,
    ),
  ]
}

function download(filename: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  URL.revokeObjectURL(url)
}
