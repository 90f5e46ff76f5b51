import { Group, Paper, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../components/buttons.tsx'

type RemovableCardProps = {
  /** The text of the button. Another question follows before anything is removed. */
  action: string
  onRemove: () => void
  children: ReactNode
}

/** An item of a list of settings, with the button that removes it. */
export function RemovableCard({ action, onRemove, children }: RemovableCardProps) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 14rem" miw={0}>
          {children}
        </Stack>
        <IconButton icon={IconTrash} variant="default" onClick={onRemove}>
          {action}
        </IconButton>
      </Group>
    </Paper>
  )
}
