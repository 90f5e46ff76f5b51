import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../components/values.tsx'
import { PicturedName } from '../../components/cells.tsx'
import { SortableRowMenu, type Moving } from '../../components/sorted-list.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import type { Category } from './categories-query.ts'

type Actions = { onEdit(category: Category): void; onDelete(category: Category): void }

export function categoryColumns({ onEdit, onDelete }: Actions, moving: Moving): Column<Category>[] {
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
    menuColumn((category) => (
      <SortableRowMenu
        {...moving}
        id={category.id}
        name={category.name}
        onEdit={() => onEdit(category)}
        onDelete={category.isBuiltIn ? undefined : () => onDelete(category)}
      />
    )),
  ]
}

function CategoryName({ shown, onEdit }: { shown: Category; onEdit(category: Category): void }) {
  return (
    <PicturedName
      image={shown.image ?? shown.imageElsewhere}
      name={shown.name}
      onOpen={() => onEdit(shown)}
    >
      <Text size="xs" c="dimmed">
        {shown.isBuiltIn
          ? 'Products without a category are here; customers see it while there are any.'
          : shown.slug}
      </Text>
    </PicturedName>
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
