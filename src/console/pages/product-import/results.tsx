import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { IconButton, LinkButton } from '../../components/buttons.tsx'
import { showRefusal, useCommand } from '../../components/commands.tsx'
import { downloadCsv } from '../../components/csv.ts'
import { downloadTexts } from '../../components/list-export.tsx'
import { counted, formatCount } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import type { Column } from './columns.ts'
import type { ImportFile } from './file.ts'
import { countOf, ResultRows, RowPictures } from './result-rows.tsx'
import { refusedRows, type RowResult } from './rows.ts'
import type { Run } from './run.ts'

type PreviewProps = {
  file: ImportFile
  run: Run
  onBack(): void
  onRetry(): void
  onNext(): void
}

/** The forecast for each row. Nothing is saved yet. */
export function Preview({ file, run, onBack, onRetry, onNext }: PreviewProps) {
  const { results, state } = run
  const written = countOf(results, 'created') + countOf(results, 'changed')
  const refused = countOf(results, 'refused')
  return (
    <Stack>
      <RunProgress run={run} label="Checking" onGoOn={onRetry} goOnLabel="Check again" />
      {state === 'done' && (
        <>
          <MissingCategories results={results} onAdded={onRetry} />
          {refused > 0 && (
            <Alert color="yellow" role="status">
              {counted(refused, 'row')} cannot be brought in. Correct the file and choose it again,
              or go on without them: they can be saved as a file of their own.
            </Alert>
          )}
          <ResultRows results={results} isPreview />
        </>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back to the columns
        </Button>
        {state === 'done' && refused > 0 && <RefusedButton file={file} results={results} />}
        {state === 'done' && (
          <Button onClick={onNext} disabled={written === 0}>
            {written === 0 ? 'Nothing to bring in' : `Bring in ${counted(written, 'product')}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type ImportingProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  run: Run
  onGoOn(): void
  onStartOver(): void
}

/** The import itself, with the result of each row. */
export function Importing({ file, columns, run, onGoOn, onStartOver }: ImportingProps) {
  const { results, state } = run
  const refused = countOf(results, 'refused')
  return (
    <Stack>
      <RunProgress run={run} label="Bringing in" onGoOn={onGoOn} goOnLabel="Go on" />
      {state === 'done' && (
        <Alert color="green" icon={<IconCheck aria-hidden />} title="Done" role="status">
          {counted(countOf(results, 'created'), 'product')} added,{' '}
          {counted(countOf(results, 'changed'), 'product')} changed,{' '}
          {counted(countOf(results, 'unchanged'), 'product')} as they were,{' '}
          {counted(refused, 'row')} refused.
        </Alert>
      )}
      {state === 'done' && <RowPictures file={file} columns={columns} results={results} />}
      {state !== 'running' && results.length > 0 && <ResultRows results={results} />}
      {state !== 'running' && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
          {refused > 0 && <RefusedButton file={file} results={results} />}
          <LinkButton to="/catalogue">See the products</LinkButton>
        </Group>
      )}
    </Stack>
  )
}

type RunProgressProps = { run: Run; label: string; onGoOn(): void; goOnLabel: string }

/** The progress. If the import stopped: the reason, and a button to go on. */
function RunProgress({ run, label, onGoOn, goOnLabel }: RunProgressProps) {
  const { results, total, state, error } = run
  return (
    <>
      {state === 'running' && (
        <Stack gap={4} maw={720}>
          <Progress value={(100 * results.length) / Math.max(total, 1)} aria-label={label} />
          <Text size="sm" c="dimmed" role="status">
            {label}: {formatCount(results.length)} of {formatCount(total)} rows
          </Text>
        </Stack>
      )}
      {state === 'stopped' && (
        <Alert color="red" role="alert" title={`Stopped after ${formatCount(results.length)} rows`}>
          <Group justify="space-between">
            <Text size="sm">{messageOf(error)}</Text>
            <Button variant="default" size="xs" onClick={onGoOn}>
              {goOnLabel}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

/** The most categories that the alert names. The others are only counted. */
const namedMax = 8

type MissingCategoriesProps = { results: readonly RowResult[]; onAdded(): void }

/** The server refuses rows with an unknown category. The user can add the categories here and check the rows again. */
function MissingCategories({ results, onAdded }: MissingCategoriesProps) {
  const missing = missingIn(results)
  const adding = useCommand({
    async run() {
      try {
        for (const name of missing) await ask(api.categories.post({ name }))
      } finally {
        // Called even if a category was refused: the categories before it were added.
        onAdded()
      }
    },
  })
  if (missing.length === 0) return null
  const isOne = missing.length === 1
  const named = missing.slice(0, namedMax).join(', ')
  const rest = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  return (
    <Alert
      color="cyan"
      title={
        isOne ? 'A category that the shop does not have' : 'Categories that the shop does not have'
      }
    >
      <Group justify="space-between">
        <Text size="sm" maw="60ch">
          {named}
          {rest}.{' '}
          {isOne
            ? 'Products in it are refused until it is added.'
            : 'Products in them are refused until they are added.'}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {isOne ? 'Add the category' : `Add the ${missing.length} categories`}
        </Button>
      </Group>
    </Alert>
  )
}

/** Each category once, whatever its case. */
function missingIn(results: readonly RowResult[]): string[] {
  const names = results.flatMap(({ missingCategory }) => missingCategory?.trim() ?? [])
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

type RefusedButtonProps = { file: ImportFile; results: readonly RowResult[] }

/** Saves the refused rows with their reasons, in the format of the file. The user corrects the rows and imports them again. */
function RefusedButton({ file, results }: RefusedButtonProps) {
  const save = () => {
    const name = `${file.source.name.replace(/\.(csv|txt|xlsx)$/i, '')}-refused`
    const rows = refusedRows(file.header, results)
    if (file.sheet === null) return downloadCsv(`${name}.csv`, rows, file.delimiter)
    downloadTexts(name, rows).catch((error: unknown) => showRefusal(error))
  }
  return (
    <IconButton variant="default" icon={IconDownload} onClick={save}>
      Save the refused rows
    </IconButton>
  )
}
