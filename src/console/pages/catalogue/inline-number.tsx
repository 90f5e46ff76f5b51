import { Loader, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { api, ask } from '../../client.ts'
import { productFields } from '../../../services/storefront/products/record.ts'
import { useRefresh } from '../../components/commands.tsx'
import { NumberField, isUnread, type TypedNumber } from '../../components/number-field.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import type { ListedProduct } from './data.ts'

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
export function InlineNumber(props: InlineNumberProps) {
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
