import {
  Button,
  Anchor,
  Badge,
  Group,
  Menu,
  Stack,
  Text,
  Loader,
  UnstyledButton,
} from '@mantine/core'
import { IconPackage, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { choiceFilter, type Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { filterOf } from '../../search.ts'
import { ChosenProducts, useDeleteProducts } from './actions.tsx'
import {
  approvalChoices,
  productOptionsQuery,
  productSearch,
  productsQuery,
  type CategoryChoice,
  approvalWords,
  type ListedProduct,
} from './data.ts'
import { DotsMenu, Noted, Thumbnail } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, formatCount, Money } from '../../components/values.tsx'
import { notifications } from '@mantine/notifications'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { productFields } from '../../../services/storefront/products/record.ts'
import { useRefresh } from '../../components/commands.tsx'
import { NumberField, isUnread, type TypedNumber } from '../../components/number-field.tsx'
import { messageOf, Refusal } from '../../refusal.ts'

export function ProductsPage() {
  const list = useList(productSearch, productsQuery)
  const categories = useQuery(productOptionsQuery).data ?? []
  const askToDelete = useDeleteProducts()
  return (
    <ListPage
      name="products"
      add={{ label: 'New product', to: '/catalogue/new' }}
      title="Products"
      lead="Everything that the shop sells. Customers see what is active and approved."
      actions={
        <>
          <Button variant="default" component={Link} to="/catalogue/import">
            Import a file
          </Button>
          <Button variant="default" component={Link} to="/catalogue/photos">
            Add photos
          </Button>
        </>
      }
      list={list}
      filters={filtersOf(categories)}
      columns={productColumns({
        onDelete: ({ id, name }) => askToDelete({ ids: [id] }, `“${name}”`),
      })}
      order={{ by: 'created', isDescending: true }}
      bulk={{
        nameOf: ({ name }) => name,
        filter: filterOf(list.search),
        totals: async (query) => {
          const { stock } = await ask(api.products.totals.get({ query }))
          return { stock }
        },
        actions: (chosen) => <ChosenProducts chosen={chosen} categories={categories} />,
      }}
      empty={{
        icon: IconPackage,
        title: 'No products yet',
        description:
          'Enter the first one here, or let your accounting software send them with an API key.',
      }}
      noMatch={{
        title: 'No product fits',
        description: 'Look for something else, or clear the filters.',
      }}
    />
  )
}

function filtersOf(categories: readonly CategoryChoice[]): Filter[] {
  return [
    { by: 'text', label: 'Name, SKU or barcode', canScan: true },
    { by: 'choice', key: 'category', label: 'Category', choices: categories },
    { by: 'choice', key: 'approval', label: 'Approval', choices: approvalChoices },
    choiceFilter('active', 'Active', { yes: 'Active', no: 'Not active' }),
    choiceFilter('lacks', 'Missing', {
      stock: 'Out of stock',
      price: 'Without a price',
      image: 'Without an image',
    }),
  ]
}

type Shown = { product: ListedProduct }

/** Columns that are hidden unless chosen. */
const extraColumns: readonly Column<ListedProduct>[] = [
  {
    key: 'sku',
    title: 'SKU',
    isExtra: true,
    value: ({ sku }) => sku,
  },
  {
    key: 'mrp',
    title: 'MRP',
    kind: 'amount',
    isExtra: true,
    value: ({ mrp }) => mrp,
  },
  {
    key: 'changed',
    title: 'Changed',
    kind: 'time',
    canSort: true,
    isExtra: true,
    value: ({ updatedAt }) => updatedAt,
  },
]

function productColumns({
  onDelete,
}: {
  onDelete: (product: ListedProduct) => void
}): Column<ListedProduct>[] {
  return [
    {
      key: 'name',
      title: 'Product',
      isMain: true,
      canSort: true,
      cell: (product) => <ProductName product={product} />,
      value: ({ name }) => name,
    },
    {
      key: 'category',
      title: 'Category',
      value: ({ category }) => category,
    },
    {
      key: 'price',
      title: 'Price',
      kind: 'amount',
      canSort: true,
      onPhone: 'corner',
      cell: (product) => <Price product={product} />,
      value: ({ salePrice, hasPrice }) => (hasPrice ? salePrice : null),
    },
    {
      key: 'stock',
      title: 'Stock',
      kind: 'count',
      canSort: true,
      isSummed: true,
      cell: (product) => <Stock product={product} />,
      value: ({ stock }) => stock,
    },
    {
      key: 'state',
      title: 'In the shop',
      onPhone: 'bare',
      cell: (product) => <State product={product} />,
      value: stateText,
    },
    ...extraColumns,
    menuColumn((product) => <Actions product={product} onDelete={onDelete} />),
  ]
}

function ProductName({ product }: Shown) {
  const { id, name, sku, image } = product
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Thumbnail url={image} alt="" size={40} />
      <Noted note={sku ?? 'no SKU'}>
        <Anchor
          size="sm"
          fw={600}
          renderRoot={(props) => <Link {...props} to="/catalogue/$id" params={{ id }} />}
        >
          {name}
        </Anchor>
      </Noted>
    </Group>
  )
}

function Price({ product }: Shown) {
  const { mrp, salePrice, hasPrice, offer, unpricedVariants } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber
        product={product}
        field="sale_price"
        what="the selling price"
        value={hasPrice ? salePrice / 100 : ''}
      >
        <Text span size="sm" {...(hasPrice ? {} : missing)}>
          {hasPrice ? <Money paise={salePrice} /> : 'no price'}
        </Text>
      </InlineNumber>
      {offer !== null && (
        <Text size="xs" ta="end">
          <Money paise={offer.price} /> with {offer.title}
        </Text>
      )}
      {mrp !== salePrice && (
        <Text size="xs" c="dimmed">
          MRP <Money paise={mrp} />
        </Text>
      )}
      {unpricedVariants > 0 && (
        <Text size="xs" {...missing}>
          no price: {counted(unpricedVariants, 'variant')}
        </Text>
      )}
    </Stack>
  )
}

function Stock({ product }: Shown) {
  const { stock, variants, variantStock } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber product={product} field="stock_quantity" what="the stock" value={stock}>
        <Text span size="sm" {...(stock <= 0 && variantStock === 0 ? missing : {})}>
          {formatCount(stock)}
        </Text>
      </InlineNumber>
      {variants > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(variantStock)} in {counted(variants, 'variant')}
        </Text>
      )}
    </Stack>
  )
}

/** Reasons why a product cannot be sold. */
const missing = { c: 'var(--mantine-color-error)', fw: 600 }

function stateText({ isActive, approval }: ListedProduct): string {
  const states = [
    isActive ? '' : 'Not active',
    approval === 'approved' ? '' : approvalWords[approval],
  ]
  return states.filter((state) => state !== '').join(', ') || 'Shown'
}

/** Customers see products that are active and approved. */
function State({ product: { isActive, approval } }: Shown) {
  if (isActive && approval === 'approved') return <Text size="sm">Shown</Text>
  return (
    <Group gap={4}>
      {!isActive && <StateBadge>Not active</StateBadge>}
      {approval !== 'approved' && <StateBadge>{approvalWords[approval]}</StateBadge>}
    </Group>
  )
}

function StateBadge({ children }: { children: string }) {
  return <Badge variant="default">{children}</Badge>
}

function Actions({ product, onDelete }: Shown & { onDelete: (product: ListedProduct) => void }) {
  const { id, name } = product
  return (
    <DotsMenu label={`Actions for ${name}`}>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/catalogue/$id" params={{ id }} />}
      >
        Edit
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onDelete(product)}
      >
        Delete…
      </Menu.Item>
    </DotsMenu>
  )
}

type Field = 'sale_price' | 'stock_quantity'

type InlineNumberProps = {
  product: ListedProduct
  field: Field
  /** The name of the number: "the selling price". */
  what: string
  /** In rupees, or pieces. '' for a price that was never given. */
  value: number | ''
  /** The value as the list shows it. */
  children: ReactNode
}

/** A number in the list that becomes a field when pressed. Enter saves, Escape cancels. */
function InlineNumber(props: InlineNumberProps) {
  const { product, what, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const close = () => {
    // Returns the focus to the button, unless something else was pressed meanwhile.
    const isHere = field.current?.contains(document.activeElement) === true
    setOpen(false)
    if (isHere) requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen) {
    return (
      <div ref={field}>
        <Editing {...props} onClose={close} />
      </div>
    )
  }
  return (
    <UnstyledButton
      ref={button}
      className="inline-value"
      onClick={() => setOpen(true)}
      title={`Change ${what}`}
      aria-description={`Change ${what} of ${product.name}`}
    >
      {children}
    </UnstyledButton>
  )
}

function Editing({
  product,
  field,
  what,
  value,
  children,
  onClose,
}: InlineNumberProps & { onClose: () => void }) {
  const [typed, setTyped] = useState<TypedNumber>(value)
  const [opened] = useState(value)
  const { save, isSaving, error, isOverrun } = useSaved(product, field, onClose)
  const { cell, schema } = productFields[field]
  const leave = () => {
    // An unreadable value stays with its message until it is corrected or cancelled.
    if (isSaving || isUnread(typed)) return
    // Another user's change was shown before it is overwritten.
    const startedFrom = isOverrun ? value : opened
    if (typed === startedFrom || typed === '') onClose()
    else save(typed, startedFrom)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') leave()
    if (key === 'Escape') onClose()
  }
  return (
    <NumberField
      kind={cell === 'amount' ? 'amount' : 'pieces'}
      min={schema.minimum}
      max={schema.maximum}
      size="xs"
      w={110}
      ml="auto"
      className="inline-number"
      aria-label={`${what} of ${product.name}`}
      autoFocus
      value={typed}
      onChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={isOverrun ? undefined : leave}
      error={isOverrun ? <ChangedMeanwhile>{children}</ChangedMeanwhile> : error}
      {...(isSaving ? { rightSection: <Loader size={14} aria-label="Saving" /> } : {})}
    />
  )
}

function ChangedMeanwhile({ children }: { children: ReactNode }) {
  return (
    <>
      Somebody changed it meanwhile: it is {children} now. Press Enter to save yours, Escape to keep
      theirs.
    </>
  )
}

function useSaved({ id, name }: ListedProduct, field: Field, onDone: () => void) {
  const refresh = useRefresh()
  const mutation = useMutation({
    mutationFn: ({ value, startedFrom }: { value: number; startedFrom: number | '' }) =>
      ask(
        api.products({ id }).post({
          product: { [field]: value },
          startedFrom: startedFrom === '' ? { has_price: false } : { [field]: startedFrom },
        }),
      ),
    async onSuccess({ warnings }) {
      await refresh()
      onDone()
      if (warnings.length === 0) return
      notifications.show({ color: 'yellow', title: name, message: warnings.join(' ') })
    },
    async onError(error) {
      if (isOverrunBy(error)) await refresh()
    },
  })
  return {
    save: (value: number, startedFrom: number | '') => mutation.mutate({ value, startedFrom }),
    isSaving: mutation.isPending,
    error: mutation.error === null ? undefined : messageOf(mutation.error),
    isOverrun: isOverrunBy(mutation.error),
  }
}

function isOverrunBy(error: Error | null): boolean {
  return error instanceof Refusal && error.field === 'startedFrom'
}
