import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../parts/money.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import type { Place } from '../../parts/sortable-table.tsx'
import type { Column } from '../../parts/table-props.ts'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import type { Category } from './categories-query.ts'

type Actions = {
  ids: readonly string[]
  onEdit(category: Category): void
  onDelete(category: Category): void
  onMove(id: string, to: Place): void
}

export function categoryColumns({ ids, onEdit, onDelete, onMove }: Actions): Column<Category>[] {
  return [
    {
      key: 'name',
      title: 'Category',
      isMain: true,
      cell: (category) => <CategoryName shown={category} onEdit={onEdit} />,
    },
    {
      key: 'products',
      title: 'Products',
      align: 'right',
      width: '12rem',
      cell: (category) => <ProductCount shown={category} />,
    },
    {
      key: 'actions',
      title: '',
      width: '3.5rem',
      isMenu: true,
      cell: (category) => (
        <RowMenu
          id={category.id}
          name={category.name}
          ids={ids}
          onEdit={() => onEdit(category)}
          onMove={onMove}
          onDelete={category.isBuiltIn ? undefined : () => onDelete(category)}
        />
      ),
    },
  ]
}

function CategoryName({ shown, onEdit }: { shown: Category; onEdit(category: Category): void }) {
  return (
    <Group wrap="nowrap" gap="sm">
      <Thumbnail url={shown.image ?? shown.imageElsewhere} alt="" size={40} />
      <Stack gap={2} miw={0}>
        <Anchor
          component="button"
          type="button"
          ta="start"
          size="sm"
          fw={600}
          onClick={() => onEdit(shown)}
        >
          {shown.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {shown.isBuiltIn
            ? 'Products without a category are here; customers see it while there are any.'
            : shown.slug}
        </Text>
      </Stack>
    </Group>
  )
}

function ProductCount({ shown }: { shown: Category }) {
  const { id, products, listedProducts } = shown
  if (products === 0) return <Text size="sm">none</Text>
  const hidden = products - listedProducts
  return (
    <Stack gap={2}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/catalogue" search={{ category: id }} />}
      >
        {formatCount(products)}
      </Anchor>
      {hidden > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(hidden)} not shown to customers
        </Text>
      )}
    </Stack>
  )
}
