import { Alert, Button, Group, Stack } from '@mantine/core'
import { counted } from '../../components/values.tsx'
import type { ImportFile } from './import-file.ts'
import { MissingCategories } from './missing-categories.tsx'
import { countOf } from './outcome-words.ts'
import { RefusedButton } from './refused-button.tsx'
import { ResultRows } from './result-rows.tsx'
import { RunProgress } from './run-progress.tsx'
import type { Run } from './use-run.ts'

type PreviewProps = {
  file: ImportFile
  run: Run
  onBack(): void
  onRetry(): void
  onNext(): void
}

/** What would become of each row; nothing has been written. */
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
