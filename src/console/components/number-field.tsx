import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import {
  isUnread,
  numberText,
  readNumber,
  type Bounds,
  type NumberKind,
  type TypedNumber,
} from './typed-number.ts'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> &
  Bounds & {
    kind: NumberKind
    value?: TypedNumber
    onChange?(value: TypedNumber): void
  }

/**
 * The only field for numbers. It shows the typed text unchanged, and gives the form the number or the reason why there
 * is none. The error appears when the field is left, and at Enter.
 */
export function NumberField({ kind, min, max, value = '', onChange, ...input }: NumberFieldProps) {
  const { error, onBlur, onKeyDown, ...others } = input
  const bounds = { min, max }
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const text = isSame(readNumber(typed, kind, bounds), value) ? typed : numberText(value, kind)
  const change = (next: string) => {
    setTyped(next)
    setLeft(false)
    onChange?.(readNumber(next, kind, bounds))
  }
  const readAgain = useEffectEvent(() => {
    const read = isUnread(value) ? readNumber(value.unread, kind, bounds) : value
    if (read !== value && !isUnread(read)) onChange?.(read)
  })
  // Another field may have changed the kind or bounds of this one.
  useEffect(() => readAgain(), [kind, min, max])
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Leaving the field for a button shows no error, because the error would move the button before it is released. A button that sends
    // the form shows the error anyway.
    setLeft(!(event.relatedTarget instanceof HTMLButtonElement))
    onBlur?.(event)
  }
  return (
    <TextInput
      inputMode={kind === 'amount' || kind === 'rate' ? 'decimal' : 'numeric'}
      autoComplete="off"
      spellCheck={false}
      leftSection={kind === 'amount' && <Sign>₹</Sign>}
      rightSection={kind === 'rate' && <Sign>%</Sign>}
      {...others}
      data-number
      value={text}
      error={error ?? (isLeft && isUnread(value) ? value.why : undefined)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true)
        onKeyDown?.(event)
      }}
    />
  )
}

function isSame(read: TypedNumber, value: TypedNumber): boolean {
  return isUnread(read) && isUnread(value) ? read.unread === value.unread : read === value
}

function Sign({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed" aria-hidden>
      {children}
    </Text>
  )
}
