import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { placeBeside, type Place } from './sortable-table.tsx'

type RowMenuProps = {
  id: string
  name: string
  /** All rows of the page in their order. */
  ids: readonly string[]
  onEdit(): void
  onMove(id: string, to: Place): void
  /** Absent for what cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** What can be done with a row of a sortable list; also for whoever cannot drag. */
export function RowMenu({ id, name, ids, onEdit, onMove, onDelete }: RowMenuProps) {
  const [up, down] = [placeBeside(ids, id, 'up'), placeBeside(ids, id, 'down')]
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          Edit…
        </Menu.Item>
        {up !== null && (
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            onClick={() => onMove(id, up)}
          >
            Move up
          </Menu.Item>
        )}
        {down !== null && (
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            onClick={() => onMove(id, down)}
          >
            Move down
          </Menu.Item>
        )}
        {onDelete !== undefined && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={onDelete}
          >
            Delete…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
