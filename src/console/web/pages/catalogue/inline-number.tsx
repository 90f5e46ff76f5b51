import { Loader, NumberInput, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { messageOf } from '../../refusal.ts'
import { allProducts, type ListedProduct } from './products-query.ts'

type Field = 'sale_price' | 'stock_quantity'

type InlineNumberProps = {
  product: ListedProduct
  field: Field
  /** What is changed: "the selling price". */
  what: string
  /** In rupees, or units. */
  value: number
  prefix?: string
  decimals: number
  /** The value as the list shows it. */
  children: ReactNode
}

/** A number in the list that becomes a field when it is pressed. Enter saves, Escape leaves it as it was. */
export function InlineNumber(props: InlineNumberProps) {
  const { product, what, children } = props
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    // Back to where the keyboard was, once the button is there again.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen) return <Editing {...props} onClose={close} />
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
  prefix,
  decimals,
  onClose,
}: InlineNumberProps & { onClose: () => void }) {
  const [typed, setTyped] = useState<number | string>(value)
  const { save, isSaving, error } = useSaved(product, field, onClose)
  const leave = () => {
    if (isSaving) return
    if (typed === value || typed === '') onClose()
    else save(Number(typed))
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') leave()
    if (key === 'Escape') onClose()
  }
  return (
    <NumberInput
      size="xs"
      w={110}
      ml="auto"
      className="inline-number"
      aria-label={`${what} of ${product.name}`}
      autoFocus
      hideControls
      decimalScale={decimals}
      fixedDecimalScale
      allowDecimal={decimals > 0}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      {...(prefix === undefined ? {} : { prefix })}
      value={typed}
      onChange={setTyped}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={onKeyDown}
      onBlur={leave}
      error={error}
      {...(isSaving ? { rightSection: <Loader size={14} aria-label="Saving" /> } : {})}
    />
  )
}

function useSaved({ id, name }: ListedProduct, field: Field, onDone: () => void) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (value: number) => ask(api.products({ id }).post({ product: { [field]: value } })),
    async onSuccess({ warnings }) {
      await client.invalidateQueries({ queryKey: allProducts })
      onDone()
      if (warnings.length === 0) return
      notifications.show({ color: 'yellow', title: name, message: warnings.join(' ') })
    },
  })
  return {
    save: (value: number) => mutation.mutate(value),
    isSaving: mutation.isPending,
    error: mutation.error === null ? undefined : messageOf(mutation.error),
  }
}
