import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { IconCategory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { PicturedName } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { SortedList, SortedRowMenu } from '../../components/sortable.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount } from '../../components/values.tsx'
import { categoriesQuery, categorySearch, type Category, saveCategory } from './data.ts'
import { ImageField, type ImageChange } from '../../components/image-field.tsx'
import { RecordDialog } from '../../components/record-form.tsx'

export function CategoriesPage() {
  const list = useList(categorySearch, categoriesQuery)
  // Undefined while no category is edited, null for a new one.
  const [edited, setEdited] = useState<Category | null>()
  const askToDelete = useDeleteCategory()
  return (
    <ListPage
      name="categories"
      add={{ label: 'New category', onClick: () => setEdited(null) }}
      title="Categories"
      lead="The shelves of the shop, in the order in which customers see them. Drag a row by its handle to move it."
      list={list}
      filters={[{ by: 'text', label: 'Find a category' }]}
      columns={columnsOf(setEdited, askToDelete)}
      table={(table) => (
        <SortedList
          table={table}
          queryKey={list.queryKey}
          nameOf={({ name }) => name}
          sendMove={(id, to) => ask(api.categories({ id }).move.post(to))}
        />
      )}
      empty={{
        icon: IconCategory,
        title: 'No categories yet',
        description: 'Add the first shelf of the shop, and put products on it.',
      }}
      noMatch={{
        title: 'No category fits',
        description: 'Look for another name, or clear the search.',
      }}
    >
      <CategoryForm edited={edited} onClose={() => setEdited(undefined)} />
    </ListPage>
  )
}

type OnCategory = (category: Category) => void

function columnsOf(onEdit: OnCategory, onDelete: OnCategory): Column<Category>[] {
  return [
    {
      key: 'name',
      title: 'Category',
      isMain: true,
      value: ({ name }) => name,
      cell: (category) => (
        <PicturedName
          image={category.image ?? category.imageElsewhere}
          name={category.name}
          onOpen={() => onEdit(category)}
        >
          <Text size="xs" c="dimmed">
            {category.isBuiltIn
              ? 'Products without a category are here; customers see it while there are any.'
              : category.slug}
          </Text>
        </PicturedName>
      ),
    },
    {
      key: 'products',
      title: 'Products',
      kind: 'count',
      onPhone: 'corner',
      value: ({ products }) => products,
      width: '12rem',
      cell: (category) => <ProductCount shown={category} />,
    },
    menuColumn((category) => (
      <SortedRowMenu
        id={category.id}
        name={category.name}
        onEdit={() => onEdit(category)}
        onDelete={category.isBuiltIn ? undefined : () => onDelete(category)}
      />
    )),
  ]
}

function ProductCount({ shown: { id, products, listedProducts } }: { shown: Category }) {
  if (products === 0) return <Text size="sm">none</Text>
  const unlisted = products - listedProducts
  return (
    <Stack gap={2}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/catalogue" search={{ category: id }} />}
      >
        {formatCount(products)}
      </Anchor>
      {unlisted > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(unlisted)} not shown to customers
        </Text>
      )}
    </Stack>
  )
}

/** Asks before deleting a category. Its products move to the built-in one. */
function useDeleteCategory(): OnCategory {
  const confirm = useConfirm()
  return ({ id, name, products, image }) =>
    confirm({
      title: `Delete the category “${name}”?`,
      children: [whatMoves(products), image === null ? '' : ' Its image is deleted.'].join(''),
      action: 'Delete the category',
      done: `The category “${name}” is deleted.`,
      run: () => ask(api.categories({ id }).delete.post()),
    })
}

function whatMoves(products: number): string {
  if (products === 0) return 'No product is in it.'
  if (products === 1) return '1 product moves to Uncategorised; nothing else of it changes.'
  return `${formatCount(products)} products move to Uncategorised; nothing else of them changes.`
}

type CategoryFormProps = {
  /** Null for a new category, undefined while the form is closed. */
  edited: Category | null | undefined
  onClose(): void
}

type Values = { name: string; image: ImageChange }

function CategoryForm({ edited, onClose }: CategoryFormProps) {
  return (
    <RecordDialog<Category, Values>
      noun="category"
      edited={edited}
      nameOf={({ name }) => name}
      valuesOf={(category) => ({ name: category?.name ?? '', image: undefined })}
      validate={{ name: (name) => (name.trim() === '' ? 'Give the category a name.' : null) }}
      save={({ name, image }, category) => saveCategory(category?.id, name.trim(), image)}
      onClose={onClose}
    >
      {(form, category) => (
        <>
          <TextInput
            label="Name"
            description={category && `Its address in the shop stays ${category.slug}.`}
            data-autofocus
            autoFocus
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <ImageField
            current={category?.image ?? category?.imageElsewhere ?? null}
            {...form.getInputProps('image')}
          />
        </>
      )}
    </RecordDialog>
  )
}
