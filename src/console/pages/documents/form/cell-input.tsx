import type { InputHTMLAttributes } from 'react'
import { inputOf, labelOf, type InputKind } from './kinds.ts'
import type { Place } from './places.ts'
import type { Bill } from './use-bill.ts'

/** The keyboard that a phone shows. */
const inputModes: Readonly<Record<InputKind, 'text' | 'decimal' | 'numeric'>> = {
  text: 'text',
  short: 'text',
  date: 'text',
  amount: 'decimal',
  quantity: 'decimal',
  percent: 'decimal',
  code: 'numeric',
  gstin: 'text',
}

/** The props of every field in the form. */
export function placeProps({ line, key }: Place, input: InputKind) {
  return {
    'data-line': line ?? '',
    'data-key': key,
    // A balance may be "500.00 Dr".
    inputMode: key.endsWith('balance') ? 'text' : inputModes[input],
    autoComplete: 'off',
    spellCheck: false,
    ...(input === 'gstin' ? { autoCapitalize: 'characters' } : {}),
  } as const
}

/** The props of a field of the head or foot: its value, and what is said about it. */
export function fieldProps({ draft, kind, found, doubts, change }: Bill, key: string) {
  const { text, note } = draft.head[key] ?? { text: '' }
  const doubt = doubts.ofHead[key]
  return {
    ...placeProps({ line: null, key }, inputOf(key)),
    label: kind.labels[key] ?? labelOf('head', key),
    value: text,
    'data-proposed': note !== undefined || undefined,
    'data-doubtful': doubt !== undefined || undefined,
    classNames: { input: 'bill-field' },
    error: found.ofHead[key],
    description: doubt ?? note,
    inputWrapperOrder: [
      'label' as const,
      'input' as const,
      'description' as const,
      'error' as const,
    ],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change({ type: 'head', key, text: currentTarget.value }),
  }
}

type CellInputProps = InputHTMLAttributes<HTMLInputElement> & {
  isProposed: boolean
  /** Whether a check contradicts the value. */
  isWrong: boolean
  /** Whether the reader was unsure. */
  isDoubtful: boolean
}

/** A cell of the grid: a plain input, because a page has hundreds. */
export function CellInput({ isProposed, isWrong, isDoubtful, ...input }: CellInputProps) {
  return (
    <input
      type="text"
      data-proposed={isProposed || undefined}
      data-doubtful={isDoubtful || undefined}
      aria-invalid={isWrong || undefined}
      {...input}
      className="cell-input"
    />
  )
}
