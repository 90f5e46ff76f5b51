import { Group, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type DropHintProps = { icon: Icon; title: string; children: string }

/** What may be dropped here, inside a drop target. */
export function DropHint({ icon: Picture, title, children }: DropHintProps) {
  return (
    <Group justify="center" gap="md" mih={80} wrap="nowrap" style={{ pointerEvents: 'none' }}>
      <Picture size={36} stroke={1.4} aria-hidden style={{ flex: 'none' }} />
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </div>
    </Group>
  )
}
