import { Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'

/** Why nothing is shown. */
export function NoPaper({ children }: { children: string }) {
  return (
    <div className="paper-empty">
      <IconFileOff size={32} stroke={1.4} aria-hidden />
      <Text size="sm" c="dimmed" ta="center">
        {children}
      </Text>
    </div>
  )
}
