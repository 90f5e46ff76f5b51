import {
  CloseButton,
  TextInput,
  type TextInputProps,
  Select,
  type SelectProps,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** How long nobody types before it is looked for, in milliseconds. */
const pauseMs = 300

type SearchInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'label'> & {
  /** What it looks for; read out by screen readers. */
  label: string
  /** What the list is narrowed by, as the address has it. */
  value: string
  onSearch(text: string): void
}

/** Narrows a list by a text, once typing pauses. */
export function SearchInput({ label, value, onSearch, ...props }: SearchInputProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed
    onSearch(typed)
  }, pauseMs)
  // The way back in the browser changes the address; an answer to what was typed must not undo what was typed since.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (typed: string) => {
    setText(typed)
    send(typed.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear" onClick={() => change('')} />
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...props}
    />
  )
}

type FilterSelectProps = Omit<SelectProps, 'data' | 'value' | 'clearable' | 'label'> & {
  /** What it chooses; read out by screen readers. */
  label: string
  data: readonly { value: string; label: string }[]
  value: string | undefined
  /** Shown when nothing is chosen. */
  placeholder?: string
  /** What the button does that takes the choice back. */
  clear?: string
}

/** Narrows a list to one of some choices, or to none. */
export function FilterSelect({
  label,
  data,
  value,
  placeholder = label,
  clear = placeholder,
  ...props
}: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={[...data]}
      value={value ?? null}
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      {...props}
    />
  )
}
