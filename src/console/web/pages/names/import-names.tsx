import { Alert, Button, Code, FileInput, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../parts/money.tsx'
import { FormRefusal } from '../../parts/use-sent-form.tsx'
import { messageOf } from '../../refusal.ts'
import { ImportResult } from './import-result.tsx'
import { importRows, readNameFile, type FileRow } from './name-file.ts'
import { useFreshNames, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type ImportNamesProps = { kind: NameKind; isOpen: boolean; onClose: () => void }

/** Brings in a CSV file. It only adds: nothing is renamed or removed by it. */
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

type Chosen = { file: File; rows: readonly FileRow[] }

function ImportForm({ kind, onClose }: Pick<ImportNamesProps, 'kind' | 'onClose'>) {
  const refresh = useFreshNames()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [done, setDone] = useState(0)
  const sending = useMutation({
    mutationFn: (rows: readonly FileRow[]) => importRows(kind, rows, setDone),
    onMutate: () => setDone(0),
    // Also when it failed half way: what was sent is there.
    onSettled: () => refresh(),
  })
  const choose = async (file: File | null) => {
    sending.reset()
    const read = file === null ? null : await readNameFile(file)
    setWrong(typeof read === 'string' ? read : emptyFile(read))
    setChosen(
      file === null || read === null || typeof read === 'string' ? null : { file, rows: read },
    )
  }
  const total = chosen?.rows.length ?? 0
  if (sending.isSuccess) return <ImportResult results={sending.data} onClose={onClose} />
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
        error={wrong}
        disabled={sending.isPending}
        onChange={(file) => void choose(file)}
      />
      {sending.isPending && (
        <Stack gap={4}>
          <Progress value={(100 * done) / Math.max(total, 1)} aria-label="Rows brought in" />
          <Text size="sm" c="dimmed" role="status">
            {formatCount(done)} of {formatCount(total)} rows
          </Text>
        </Stack>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {sending.isPending ? 'Close' : 'Cancel'}
        </Button>
        <Button
          disabled={total === 0}
          loading={sending.isPending}
          onClick={() => sending.mutate(chosen?.rows ?? [])}
        >
          {total === 0 ? 'Bring in' : `Bring in ${rowsOf(total)}`}
        </Button>
      </Group>
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

function emptyFile(rows: readonly FileRow[] | null): string | null {
  return rows?.length === 0 ? 'The file has no rows below its first one.' : null
}

function stoppedAt(done: number, error: unknown): string {
  const first = done === 0 ? 'Nothing was brought in.' : `The first ${rowsOf(done)} are in.`
  return `${messageOf(error)} ${first} The same file can be brought in again.`
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${formatCount(count)} rows`
}
