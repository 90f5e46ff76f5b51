import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { DotsMenu } from '../dots-menu.tsx'
import { placeBeside } from './sortable-table.tsx'
import type { Moving } from './sorted-list.tsx'

type SortableRowMenuProps = Moving & {
  id: string
  name: string
  onEdit(): void
  /** Absent for what cannot be deleted. */
  onDelete?: (() => void) | undefined
}

/** What can be done with a row of a sortable list; also for whoever cannot drag. */
export function SortableRowMenu({ id, name, ids, onEdit, onMove, onDelete }: SortableRowMenuProps) {
  const [up, down] = [placeBeside(ids, id, 'up'), placeBeside(ids, id, 'down')]
  return (
    <DotsMenu label={`Actions for ${name}`}>
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
    </DotsMenu>
  )
}
