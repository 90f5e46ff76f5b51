import { Alert, Button, Code, Group, List, Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { readCsv, textOfCell } from '../../../platform/csv.ts'
import { api, ask } from '../../client.ts'
import { showLateRefusal, useIsShown, useRefresh } from '../../components/commands.tsx'
import { CsvImport } from '../../components/csv-import.tsx'
import { csvTextOf, downloadCsv } from '../../components/csv.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import { words, type NameKind } from './data.ts'

type ImportFormProps = { kind: NameKind; onClose: () => void }

/** Imports a CSV file, after showing what that would do. It only adds, and neither renames nor removes. */
export function ImportForm({ kind, onClose }: ImportFormProps) {
  const [done, setDone] = useState(0)
  const sending = useSending(kind, setDone)
  if (sending.isSuccess) return <Finished outcome={sending.data} onClose={onClose} />
  return (
    <CsvImport
      lead={<Explained kind={kind} />}
      looking="Looking through the file…"
      check={(file) => checkNameFile(kind, file)}
      shown={({ outcome }) => (
        <ImportResult outcome={outcome}> Nothing is brought in yet.</ImportResult>
      )}
      countOf={({ outcome: { counts } }) => counts.created + counts.updated}
      action={(count) => (count === 0 ? 'Bring in' : `Bring in ${counted(count, 'row')}`)}
      isSending={sending.isPending}
      refusal={sending.isError ? stoppedAt(done, sending.error) : null}
      onChoose={sending.reset}
      onSend={({ rows }) => sending.mutate(rows)}
      onClose={onClose}
      closeWhileSending="Close"
      extra={({ outcome }) => <RefusedRows outcome={outcome} />}
    >
      {sending.isPending && <Sent done={done} total={sending.variables.length} />}
    </CsvImport>
  )
}

function useSending(kind: NameKind, onSent: (done: number) => void) {
  const refresh = useRefresh()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: (rows: readonly FileRow[]) => importRows(kind, rows, onSent),
    onMutate: () => onSent(0),
    // Also after a failure, because some rows were already sent.
    onSettled: refresh,
    onError(error) {
      if (!isShown.current) showLateRefusal(error, `Not all ${words[kind].many} were brought in`)
    },
  })
}

function Finished({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <Stack>
      <ImportResult outcome={outcome} />
      <Group justify="flex-end">
        <RefusedRows outcome={outcome} />
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

function Sent({ done, total }: { done: number; total: number }) {
  return (
    <Stack gap={4}>
      <Progress value={(100 * done) / Math.max(total, 1)} aria-label="Rows brought in" />
      <Text size="sm" c="dimmed" role="status">
        {formatCount(done)} of {formatCount(total)} rows
      </Text>
    </Stack>
  )
}

function Explained({ kind }: { kind: NameKind }) {
  return (
    <Alert color="cyan">
      <Text size="sm">
        The first row names the columns <Code>name</Code> and <Code>aliases</Code>; <Code>|</Code>{' '}
        stands between aliases. A {words[kind].one} that is in the list already only gets the new
        aliases: nothing is renamed or deleted.
      </Text>
    </Alert>
  )
}

function stoppedAt(done: number, error: unknown): string {
  const first = done === 0 ? 'Nothing was brought in.' : `The first ${counted(done, 'row')} are in.`
  return `${messageOf(error)} ${first} The same file can be brought in again.`
}

/** The most rows listed. The file of refused rows has all of them. */
const listedMax = 200

type ImportResultProps = {
  outcome: Outcome
  /** Shown after the counts. */
  children?: ReactNode
}

/** The result of an import: counts, refused rows, and rows with spellings of other entries. */
function ImportResult({ outcome: { counts, results }, children }: ImportResultProps) {
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

/** Offers the refused rows as a file, if there are any. */
function RefusedRows({ outcome: { counts, results } }: { outcome: Outcome }) {
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

/** A row of a file by number. The header is row 1. */
type FileRow = { row: number; name: string; aliases: string }

/** The result of a row. */
type RowResult = FileRow & Awaited<ReturnType<typeof sendRows>>['rows'][number]

/** The result of an import or its check. `results` has at least the rows with notes. */
type Outcome = Awaited<ReturnType<typeof checkNameFile>>['outcome']

/** The rows in one request: few enough to show progress, and within the server's limit. */
const batchRows = 200

/** The most rows of one file: the server's limit. */
const fileRowsMax = 50_000

/** Reads a CSV file and checks its import. Throws Refusal that says why it cannot be read. */
async function checkNameFile(kind: NameKind, file: File) {
  const rows = rowsOf(await csvTextOf(file))
  const sent = rows.map(({ name, aliases }) => ({ name, aliases }))
  const { counts, noted } = await ask(api.names.import.check.post({ kind, rows: sent }))
  const results: RowResult[] = noted.flatMap(({ at, ...result }) => {
    const row = rows[at]
    return row === undefined ? [] : [{ ...row, ...result }]
  })
  return { rows, outcome: { counts, results } }
}

function rowsOf(text: string): FileRow[] {
  const table = readCsv(text)
  if (typeof table === 'string') throw new Refusal(table, 400)
  const [header, ...lines] = table.rows
  const columns = (header?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const [name, aliases] = [columns.indexOf('name'), columns.indexOf('aliases')]
  if (name < 0) throw new Refusal('The first row must name the columns: name and aliases.', 400)
  const rows = lines
    .map(({ cells }, i) => ({ row: i + 2, name: cells[name] ?? '', aliases: cells[aliases] ?? '' }))
    .filter((row) => row.name.trim() !== '' || row.aliases.trim() !== '')
  if (rows.length === 0) throw new Refusal('The file has no rows below its first one.', 400)
  if (rows.length > fileRowsMax) {
    throw new Refusal(
      `The file has ${formatCount(rows.length)} rows; bring in at most ${formatCount(fileRowsMax)} at once.`,
      400,
    )
  }
  return rows
}

/** Sends the rows in parts. `onSent` reports the number done. Rows already sent stay if a later part fails. */
async function importRows(
  kind: NameKind,
  rows: readonly FileRow[],
  onSent: (done: number) => void,
): Promise<Outcome> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const results: RowResult[] = []
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows)
    const answer = await sendRows(kind, batch)
    for (const [i, result] of answer.rows.entries()) {
      const row = batch[i]
      counts[result.outcome] += 1
      if (row !== undefined) results.push({ ...row, ...result })
    }
    onSent(start + batch.length)
  }
  return { counts, results }
}

/** The refused rows as a file to correct and import again, each with its reason. */
function refusedRows(results: readonly RowResult[]): string[][] {
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const rows = refused.map(({ name, aliases, message }) => [
    textOfCell(name),
    textOfCell(aliases),
    message ?? '',
  ])
  return [['name', 'aliases', 'why'], ...rows]
}

function sendRows(kind: NameKind, rows: readonly FileRow[]) {
  const sent = rows.map(({ name, aliases }) => ({ name, aliases }))
  return ask(api.names.import.post({ kind, rows: sent }))
}
