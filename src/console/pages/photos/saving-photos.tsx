import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { counted, formatCount } from '../../components/values.tsx'
import type { Saved, Saving } from './saving.ts'

type SavingPhotosProps = {
  saving: Saving
  onRetry(): void
  /** Actions to show after the saving. */
  children?: ReactNode
}

/** The progress of the saving, then the result. */
export function SavingPhotos({ saving, onRetry, children }: SavingPhotosProps) {
  const { state, total, saved } = saving
  const failed = saved.filter(({ problem }) => problem !== null)
  const fine = saved.filter(({ problem }) => problem === null)
  const photos = fine.reduce((sum, each) => sum + each.photos, 0)
  return (
    <Stack maw={720}>
      {state === 'running' && (
        <Stack gap={4}>
          <Progress value={(100 * saved.length) / Math.max(total, 1)} aria-label="Saving photos" />
          <Text size="sm" c="dimmed" role="status">
            {formatCount(saved.length)} of {counted(total, 'product')}
          </Text>
        </Stack>
      )}
      {state === 'done' && fine.length > 0 && (
        <Alert color="green" icon={<IconCheck aria-hidden />} title="Done" role="status">
          {counted(photos, 'photo')} {photos === 1 ? 'is' : 'are'} on{' '}
          {counted(fine.length, 'product')}.
        </Alert>
      )}
      {failed.map((each) => (
        <Problem key={each.target.id} saved={each} />
      ))}
      {fine.map(({ target, warnings }) =>
        warnings.map((warning) => (
          <Alert key={`${target.id} ${warning}`} color="yellow" title={target.name}>
            {warning}
          </Alert>
        )),
      )}
      {state === 'done' && (
        <Group>
          {failed.length > 0 && (
            <Button variant="default" onClick={onRetry}>
              Try those again
            </Button>
          )}
          {children}
        </Group>
      )}
    </Stack>
  )
}

function Problem({ saved: { target, problem } }: { saved: Saved }) {
  return (
    <Alert color="red" role="alert" title={`${target.name} did not get its photos`}>
      {problem}
    </Alert>
  )
}
