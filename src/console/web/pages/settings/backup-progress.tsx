import { Alert, List, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { formatBytes, When } from '../../components/values.tsx'
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
  if (work.missing.length > 0) return <Incomplete work={work} />
  return (
    <Alert color="cyan" icon={<IconCheck aria-hidden />} role="status">
      {work.name} is {work.task === 'make' ? 'made and checked' : 'whole'},{' '}
      <When at={work.endedAt} />.
    </Alert>
  )
}

/** Nothing else tells which files it is about. */
function Incomplete({ work: { name, missing } }: { work: Work }) {
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${name} is incomplete`}
      role="alert"
    >
      <Text size="sm">
        These were damaged or missing on the disk when it was made. Bring the same files in again.
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {missing.map((file) => (
          <List.Item key={file}>{file}</List.Item>
        ))}
      </List>
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
