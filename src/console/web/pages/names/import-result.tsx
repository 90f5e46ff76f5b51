import { Button, List, ScrollArea, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../components/values.tsx'
import { downloadCsv } from '../../components/csv.ts'
import { refusedRows, type Outcome, type RowResult } from './name-file.ts'

/** Rows that are listed one by one; the file of refused rows has all. */
const listedMax = 200

type ImportResultProps = {
  outcome: Outcome
  /** What follows the counts. */
  children?: ReactNode
}

/** What becomes of a file: how many rows, and each that is refused or meets a spelling of another entry. */
export function ImportResult({ outcome: { counts, results }, children }: ImportResultProps) {
  const notes = results.flatMap(notesOf)
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500} role="status">
        {formatCount(counts.created)} new, {formatCount(counts.updated)} with new aliases,{' '}
        {formatCount(counts.unchanged)} there already, {formatCount(counts.refused)} refused.
        {children}
      </Text>
      {notes.length > 0 && (
        <ScrollArea.Autosize
          mah={280}
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Rows to look at' }}
        >
          <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
            {notes.slice(0, listedMax).map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
          {notes.length > listedMax && (
            <Text size="sm" c="dimmed">
              and {formatCount(notes.length - listedMax)} more
            </Text>
          )}
        </ScrollArea.Autosize>
      )}
    </Stack>
  )
}

/** Offers the refused rows as a file, when there are any. */
export function RefusedRows({ outcome: { counts, results } }: { outcome: Outcome }) {
  if (counts.refused === 0) return null
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => downloadCsv('refused-rows.csv', refusedRows(results))}
    >
      Download the refused rows
    </Button>
  )
}

function notesOf({ row, name, message, conflicts, shadowed }: RowResult): string[] {
  const own = name.trim()
  return [
    ...(message === null ? [] : [message]),
    ...(shadowed === null
      ? []
      : [
          `“${own}” was only an alias of “${shadowed}”. As a name of its own it comes before that alias.`,
        ]),
    ...conflicts.map(({ alias, holder }) => conflictNote(alias, holder, own)),
  ].map((note) => `Row ${row}: ${note}`)
}

function conflictNote(alias: string, holder: string, own: string): string {
  return alias.toLowerCase() === holder.toLowerCase()
    ? `“${holder}” has an entry of its own and is not added to “${own}”.`
    : `“${alias}” belongs to “${holder}” and is not added to “${own}”.`
}
