import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** Asks before the page is left while products are brought in: what was sent stays, the rest is not sent. */
export function LeaveGuard({ isRunning }: { isRunning: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isRunning,
    enableBeforeUnload: isRunning,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title="Stop the import?">
      <Stack>
        <Text size="sm">
          The rows that were brought in so far stay. The others are left out; the same file can be
          brought in again.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay here
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            Stop and leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
