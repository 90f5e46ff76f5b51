import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { counted } from '../../components/values.tsx'
import type { ImportFile } from './import-file.ts'
import { countOf } from './outcome-words.ts'
import { RefusedButton } from './refused-button.tsx'
import { ResultRows } from './result-rows.tsx'
import { RunProgress } from './run-progress.tsx'
import type { Run } from './use-run.ts'

type ImportingProps = { file: ImportFile; run: Run; onGoOn(): void; onStartOver(): void }

/** The import itself, and what became of each row. */
export function Importing({ file, run, onGoOn, onStartOver }: ImportingProps) {
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
      {state !== 'running' && results.length > 0 && <ResultRows results={results} />}
      {state !== 'running' && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onStartOver}>
            Another file
          </Button>
          {refused > 0 && <RefusedButton file={file} results={results} />}
          <Button renderRoot={(props) => <Link {...props} to="/catalogue" />}>
            See the products
          </Button>
        </Group>
      )}
    </Stack>
  )
}
