import { Alert, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatBytes } from '../../parts/bytes.ts'
import { When } from '../../parts/when.tsx'
import type { BackupPage } from './settings-query.ts'

type Work = NonNullable<BackupPage['work']>

/** How far a backup is that is made or checked, then how it went. */
export function BackupProgress({ work }: { work: Work }) {
  if (work.endedAt === null) return <Running work={work} />
  if (work.problem !== null) {
    const title = work.task === 'make' ? 'No backup was made' : `${work.name} is not whole`
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
        {work.problem}
      </Alert>
    )
  }
  return (
    <Alert color="cyan" icon={<IconCheck aria-hidden />} role="status">
      {work.name} is {work.task === 'make' ? 'made and checked' : 'whole'},{' '}
      <When at={work.endedAt} />.
    </Alert>
  )
}

const steps = { write: 'Writing', check: 'Checking' } as const

/** A backup is written and then read back: each is half of the way. */
function Running({ work: { task, progress } }: { work: Work }) {
  const share = progress === null || progress.total === 0 ? 0 : progress.done / progress.total
  const isSecondHalf = task === 'make' && progress?.step === 'check'
  const percent = task === 'make' ? share * 50 + (isSecondHalf ? 50 : 0) : share * 100
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text size="sm" aria-live="polite">
          {progress === null
            ? 'Preparing…'
            : `${steps[progress.step]} ${formatBytes(progress.total)}…`}
        </Text>
        <Progress
          value={percent}
          animated
          aria-label={task === 'make' ? 'Making a backup' : 'Checking a backup'}
        />
      </Stack>
    </Paper>
  )
}
