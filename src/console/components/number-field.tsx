import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FocusEvent } from 'react'
import { t } from '../language/language.ts'
import { formatCount } from './values.tsx'

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> &
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

/* Numbers as people type them. A text with only one possible meaning is accepted. Other texts are refused, never changed. */

/** An unreadable text and the reason. A form with one is not sent. */
export type Unread = { readonly unread: string; readonly why: string }

/** The value of a number field: '' if empty. */
export type TypedNumber = number | '' | Unread

/** Pieces and counts are whole numbers. Amounts are rupees and rates percentages, both with at most two decimals. */
export type NumberKind = 'pieces' | 'count' | 'amount' | 'rate'

/** Both included. */
type Bounds = { min?: number | undefined; max?: number | undefined }

/** 1500, 1,500, 1,23,456 and 123,456. Other commas could be decimal commas. */
const whole = String.raw`([-−]?)(\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)`
const decimals = String.raw`(\.\d{1,2})?`

const forms: Readonly<Record<NumberKind, RegExp>> = {
  pieces: new RegExp(`^${whole}$`),
  count: new RegExp(`^${whole}$`),
  amount: new RegExp(String.raw`^(?:(?:₹|rs\.?)\s*)?${whole}${decimals}(?:\s*/-)?$`, 'i'),
  rate: new RegExp(String.raw`^${whole}${decimals}\s*%?$`),
}

/** The server's highest values if a field sets no other: units, rupees, per cent. */
const largest: Readonly<Record<NumberKind, number>> = {
  pieces: 1_000_000_000,
  count: 1_000_000_000,
  amount: 100_000_000_000,
  rate: 100,
}

export function readNumber(
  typed: string,
  kind: NumberKind,
  { min = 0, max = largest[kind] }: Bounds = {},
): TypedNumber {
  const text = withPlainDigits(typed).trim()
  if (text === '') return ''
  const [, sign = '', digits, fraction = ''] = forms[kind].exec(text) ?? []
  if (digits === undefined) return { unread: typed, why: whyUnread(text, kind) }
  // Avoids minus zero.
  const value = Number(`${sign && '-'}${digits.replaceAll(',', '')}${fraction}`) + 0
  if (value >= min && value <= max) return value
  const bounds = { min: formatCount(min), max: formatCount(max) }
  return { unread: typed, why: t('Enter a number from {{min}} to {{max}}.', bounds) }
}

/** Replaces digits of Hindi and Gujarati by those of English. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/[०-९૦-૯]/g, (digit) => String(otherDigits.indexOf(digit) % 10))
}

const otherDigits = '०१२३४५६७८९૦૧૨૩૪૫૬૭૮૯'

/** 2.5 · 12 kg · 1.5 ltr: goods sold by weight or volume. */
const loose = /^(\d+(?:\.\d+)?) ?(kgs?|gms?|g|ltr|l|ml|किलो|ग्राम|लीटर|કિલો|ગ્રામ|લિટર)?\.?$/i

function whyUnread(typed: string, kind: NumberKind): string {
  switch (kind) {
    case 'pieces': {
      const [, amount, unit = 'kg'] = loose.exec(typed) ?? []
      if (amount === undefined) break
      const goods = { goods: `${amount} ${unit}` }
      return t(
        'Whole pieces only: for {{goods}} of loose goods use a product counted in grams.',
        goods,
      )
    }
    case 'count':
      break
    case 'amount':
      if (typed.endsWith('%')) {
        return t('“{{typed}}” is a percentage: enter the amount in rupees.', { typed })
      }
      return t('“{{typed}}” is not an amount in rupees: enter it as 1500 or 12.50.', { typed })
    case 'rate':
      return t('“{{typed}}” is not a percentage: enter it as 5 or 0.25.', { typed })
  }
  return t('“{{typed}}” is not a whole number: enter digits alone, such as 1500.', { typed })
}

export function isUnread(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && 'unread' in value && 'why' in value
}

/** Why typed values cannot be sent, by field. */
export function unreadIn(value: unknown, path = ''): Record<string, string> {
  if (isUnread(value)) return { [path]: value.why }
  if (typeof value !== 'object' || value === null) return {}
  const found = Object.entries(value).map(([name, part]: [string, unknown]) =>
    unreadIn(part, path === '' ? name : `${path}.${name}`),
  )
  return Object.assign({}, ...found)
}

/** Throws for a field without a number. The form refuses such a field before. */
export function requireNumber(value: TypedNumber): number {
  if (typeof value === 'number') return value
  throw new Error('The form lets no missing number through.')
}

const rupees = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })
const others = new Intl.NumberFormat('en-IN')

/** A number in the form of its field. Reading the text gives the same number. */
export function numberText(value: TypedNumber, kind: NumberKind): string {
  if (isUnread(value)) return value.unread
  if (value === '') return ''
  return kind === 'amount' ? rupees.format(value) : others.format(value)
}
