import { Anchor, Badge, Group, Loader, Menu, Stack, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { DotsMenu, Noted, Thumbnail } from '../../components/cells.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { AmountInput, CountInput } from '../../components/inputs.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { counted, formatCount, Money } from '../../components/values.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import { approvalWords, type ListedProduct } from './data.ts'

type Shown = { product: ListedProduct }

export function productColumns({
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
    },
    { key: 'category', title: 'Category', cell: ({ category }) => category },
    {
      key: 'price',
      title: 'Price',
      align: 'right',
      canSort: true,
      cell: (product) => <Price product={product} />,
    },
    {
      key: 'stock',
      title: 'Stock',
      align: 'right',
      canSort: true,
      cell: (product) => <Stock product={product} />,
    },
    { key: 'state', title: 'In the shop', cell: (product) => <State product={product} /> },
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
  const { mrp, salePrice, offer, unpricedVariants } = product
  return (
    <Stack gap={2} align="flex-end" className="inline-figures">
      <InlineNumber
        product={product}
        field="sale_price"
        what="the selling price"
        value={salePrice / 100}
      >
        <Text span size="sm" {...(salePrice === 0 ? missing : {})}>
          {salePrice === 0 ? 'no price' : <Money paise={salePrice} />}
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

/** What keeps a product from being sold. */
const missing = { c: 'var(--mantine-color-error)', fw: 600 }

/** Customers see what is active and approved. */
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
  /** What is changed: "the selling price". */
  what: string
  /** In rupees, or pieces. */
  value: number
  /** The value as the list shows it. */
  children: ReactNode
}

/** A number in the list that becomes a field when it is pressed. Enter saves, Escape leaves it as it was. */
function InlineNumber(props: InlineNumberProps) {
  const { product, what, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const close = () => {
    // Back to where the keyboard was, once the button is there again; not away from what was pressed since.
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
  const [typed, setTyped] = useState<number | string>(value)
  const [opened] = useState(value)
  const { save, isSaving, error, isOverrun } = useSaved(product, field, onClose)
  const Input = field === 'sale_price' ? AmountInput : CountInput
  const leave = () => {
    if (isSaving) return
    // What somebody else made of it meanwhile was shown before it is overwritten.
    const startedFrom = isOverrun ? value : opened
    if (typed === startedFrom || typed === '') onClose()
    else save(Number(typed), startedFrom)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') leave()
    if (key === 'Escape') onClose()
  }
  return (
    <Input
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
    mutationFn: ({ value, startedFrom }: { value: number; startedFrom: number }) =>
      ask(
        api.products({ id }).post({
          product: { [field]: value },
          startedFrom: { [field]: startedFrom },
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
    save: (value: number, startedFrom: number) => mutation.mutate({ value, startedFrom }),
    isSaving: mutation.isPending,
    error: mutation.error === null ? undefined : messageOf(mutation.error),
    isOverrun: isOverrunBy(mutation.error),
  }
}

function isOverrunBy(error: Error | null): boolean {
  return error instanceof Refusal && error.field === 'startedFrom'
}
