import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type DotsMenuProps = {
  /** "Actions for Tally"; read out by screen readers. */
  label: string
  /** In pixels. */
  width?: number
  children: ReactNode
}

/** What can be done with a row, behind its three dots. */
export function DotsMenu({ label, width = 180, children }: DotsMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
