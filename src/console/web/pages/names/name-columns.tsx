import { Menu, Text } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { counted, When } from '../../components/values.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { AliasChips } from './alias-chips.tsx'
import type { Doing } from './doing.ts'
import type { Entry, NameKind } from './names-query.ts'

type ColumnsProps = { kind: NameKind; isOwner: boolean; onDo: (doing: Doing) => void }

export function nameColumns({ kind, isOwner, onDo }: ColumnsProps): Column<Entry>[] {
  const columns: Column<Entry>[] = [
    {
      key: 'name',
      title: 'Name',
      isMain: true,
      width: '26%',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: 'aliases',
      title: 'Aliases',
      cell: (entry) => <AliasChips {...{ kind, entry, isOwner, onDo }} />,
    },
  ]
  if (isOwner && kind === 'vendor') {
    columns.push({
      key: 'products',
      title: 'In the catalogue',
      width: '9rem',
      cell: ({ products }) => productsOf(products ?? 0),
    })
  }
  columns.push({
    key: 'changed',
    title: 'Changed',
    width: '8rem',
    cell: ({ updatedAt }) => <When at={updatedAt} dateOnly />,
  })
  if (!isOwner) return columns
  return [...columns, menuColumn((entry) => <Actions entry={entry} onDo={onDo} />)]
}

export function productsOf(count: number): string {
  if (count === 0) return '–'
  return counted(count, 'product')
}

function Actions({ entry, onDo }: { entry: Entry; onDo: (doing: Doing) => void }) {
  return (
    <DotsMenu label={`Actions for ${entry.name}`} width={220}>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onDo({ what: 'rename', entry })}
      >
        Rename…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTags size={16} aria-hidden />}
        onClick={() => onDo({ what: 'add aliases', entry })}
      >
        Add aliases…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowMerge size={16} aria-hidden />}
        onClick={() => onDo({ what: 'merge', entry, with: null })}
      >
        Merge with another…
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDo({ what: 'remove', entry })}
      >
        Delete…
      </Menu.Item>
    </DotsMenu>
  )
}
