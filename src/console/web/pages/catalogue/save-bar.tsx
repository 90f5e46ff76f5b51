import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type SaveBarProps = { isDirty: boolean; isSending: boolean; label: string; children?: ReactNode }

/** At the bottom of a long form, always in sight. */
export function SaveBar({ isDirty, isSending, label, children }: SaveBarProps) {
  return (
    <div className="save-bar">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {isDirty ? 'Not saved yet' : ''}
        </Text>
        <Group gap="sm">
          {children}
          <Button type="submit" loading={isSending}>
            {label}
          </Button>
        </Group>
      </Group>
    </div>
  )
}

/** Asks before a page is left on which something was typed and not saved. */
export function LeaveQuestion({ isDirty }: { isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Stack>
        <Text size="sm">What you changed on this page is lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => proceed?.()}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
