import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { formatCount } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import type { Run } from './use-run.ts'

type RunProgressProps = { run: Run; label: string; onGoOn(): void; goOnLabel: string }

/** How far it is; when something stopped it, why, and the way on. */
export function RunProgress({ run, label, onGoOn, goOnLabel }: RunProgressProps) {
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
