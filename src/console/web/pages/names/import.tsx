import {
  Alert,
  Button,
  Code,
  FileInput,
  Group,
  List,
  Modal,
  Progress,
  ScrollArea,
  Stack,
  Text,
} from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showLateRefusal } from '../../components/commands.tsx'
import { downloadCsv } from '../../components/csv.ts'
import { FormRefusal } from '../../components/form.tsx'
import { useIsShown, useRefresh } from '../../components/hooks.ts'
import { counted, formatCount } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import { words, type NameKind } from './data.ts'
import {
  checkNameFile,
  importRows,
  refusedRows,
  type FileRow,
  type Outcome,
  type RowResult,
} from './import-file.ts'

type ImportNamesProps = { kind: NameKind; isOpen: boolean; onClose: () => void }

/** Brings in a CSV file, after saying what that would do. It only adds: nothing is renamed or removed by it. */
export function ImportNames({ kind, isOpen, onClose }: ImportNamesProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Bring in ${words[kind].many} from a CSV file`}
      size="lg"
    >
      <ImportForm kind={kind} onClose={onClose} />
    </Modal>
  )
}

function ImportForm({ kind, onClose }: Pick<ImportNamesProps, 'kind' | 'onClose'>) {
  const [done, setDone] = useState(0)
  const check = useMutation({ mutationFn: (file: File) => checkNameFile(kind, file) })
  const sending = useSending(kind, setDone)
  const found = check.data
  const choose = (file: File | null) => {
    sending.reset()
    check.reset()
    if (file !== null) check.mutate(file)
  }
  if (sending.isSuccess) return <Finished outcome={sending.data} onClose={onClose} />
  return (
    <Stack>
      <FormRefusal>{sending.isError ? stoppedAt(done, sending.error) : null}</FormRefusal>
      <Explained kind={kind} />
      <FileInput
        label="File"
        placeholder="Choose a CSV file"
        accept=".csv,text/csv"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the file' }}
        data-autofocus
        error={check.isError ? messageOf(check.error) : null}
        disabled={sending.isPending}
        onChange={choose}
      />
      {check.isPending && <Text size="sm">Looking through the file…</Text>}
      {found !== undefined && !sending.isPending && (
        <ImportResult outcome={found.outcome}> Nothing is brought in yet.</ImportResult>
      )}
      {sending.isPending && <Sent done={done} total={found?.rows.length ?? 0} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {sending.isPending ? 'Close' : 'Cancel'}
        </Button>
        {found !== undefined && <RefusedRows outcome={found.outcome} />}
        <Button
          disabled={found === undefined || countOf(found.outcome) === 0}
          loading={sending.isPending}
          onClick={() => found !== undefined && sending.mutate(found.rows)}
        >
          {found === undefined ? 'Bring in' : bringLabel(found.outcome)}
        </Button>
      </Group>
    </Stack>
  )
}

function useSending(kind: NameKind, onSent: (done: number) => void) {
  const refresh = useRefresh()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: (rows: readonly FileRow[]) => importRows(kind, rows, onSent),
    onMutate: () => onSent(0),
    // Also when it failed half way: what was sent is there.
    onSettled: refresh,
    onError(error) {
      if (!isShown.current) showLateRefusal(error, `Not all ${words[kind].many} were brought in`)
    },
  })
}

/** Rows that change something. */
function countOf({ counts: { created, updated } }: Outcome): number {
  return created + updated
}

function bringLabel(outcome: Outcome): string {
  const count = countOf(outcome)
  return count === 0 ? 'Nothing to bring in' : `Bring in ${counted(count, 'row')}`
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

/** Rows that are listed one by one; the file of refused rows has all. */
const listedMax = 200

type ImportResultProps = {
  outcome: Outcome
  /** What follows the counts. */
  children?: ReactNode
}

/** What becomes of a file: how many rows, and each that is refused or meets a spelling of another entry. */
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

/** Offers the refused rows as a file, when there are any. */
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
