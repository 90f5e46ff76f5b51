import { Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Why nothing is shown, and what to do. */
export function NoPaper({ children, below }: { children: string; below?: ReactNode }) {
  return (
    <div className="paper-empty">
      <IconFileOff size={32} stroke={1.4} aria-hidden />
      <Text size="sm" c="dimmed" ta="center">
        {children}
      </Text>
      {below}
    </div>
  )
}
