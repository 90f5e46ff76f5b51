import { Alert, Button, Code, FileInput, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, formatCount } from '../../components/values.tsx'
import { FormRefusal } from '../../components/form.tsx'
import { showLateRefusal } from '../../components/commands.tsx'
import { useIsShown, useRefresh } from '../../components/hooks.ts'
import { messageOf } from '../../refusal.ts'
import { ImportResult, RefusedRows } from './import-result.tsx'
import { checkNameFile, importRows, type FileRow, type Outcome } from './name-file.ts'
import type { NameKind } from './names-query.ts'
import { words } from './words.ts'

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
