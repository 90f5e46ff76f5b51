import { Button, Group, Text } from '@mantine/core'
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
