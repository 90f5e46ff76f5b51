import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

type LeaveQuestionProps = {
  /** Whether something would be lost, asked when the page is left. */
  isDirty: () => boolean
  title?: string
  /** What is lost. */
  children?: string
  stay?: string
  leave?: string
}

/** Asks before a page is left on which something was typed and not saved, or is under way. */
export function LeaveQuestion({
  isDirty,
  title = 'Leave without saving?',
  children = 'What you changed on this page is lost.',
  stay = 'Stay',
  leave = 'Leave',
}: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {stay}
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            {leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
