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
 * The one field for numbers. It shows exactly what was typed, and tells its form the number that this says, or that it
 * says none; the sentence is shown when the field is left, and at Enter.
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
  // Another field may have changed what this one takes.
  useEffect(() => readAgain(), [kind, min, max])
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Pressing a button must not move it away before it is released. One that sends the form tells what is wrong.
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
