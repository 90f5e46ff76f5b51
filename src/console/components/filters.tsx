import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  SegmentedControl,
  Select,
  TextInput,
  type SelectProps,
  type TextInputProps,
} from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './buttons.tsx'
import { BarcodeButton } from './camera/camera.tsx'
import { DayInput, type TypedDay } from './day-inputs.tsx'
import { isUnread } from './number-field.tsx'
import { useScans } from './scans.ts'
import { t } from '../language/language.ts'

type Choice = { value: string; label: string }

/** A filter of a list. `key` is its name in the address. */
export type Filter<Key extends string = string> =
  /** `canScan`: the search also covers barcodes. */
  | { by: 'text'; label: string; canScan?: true }
  | {
      by: 'choice'
      key: Key
      label: string
      choices: readonly Choice[]
      placeholder?: string
      /** Shown behind a button, unless the filter is in use. */
      isSeldom?: true
    }
  | { by: 'day'; key: Key; label: string }
  /** A choice between several lists. The first choice has no word in the address. */
  | { by: 'view'; key: Key; label: string; choices: readonly [Choice, ...Choice[]] }
  /** Shows entries that were put aside. `value` is the word in the address. */
  | { by: 'check'; key: Key; value: string; label: string }

type ChoiceFilter = Extract<Filter, { by: 'choice' }>

/** A filter by one of several values, each with its name. `any` is shown if nothing is chosen: the label, unless given. */
export function choiceFilter(
  key: string,
  label: string,
  names: Readonly<Record<string, string>>,
  any = label,
): ChoiceFilter {
  const choices = Object.entries(names).map(([value, name]) => ({ value, label: name }))
  return { by: 'choice', key, label, placeholder: any, choices }
}

/** Like `choiceFilter`, behind a button unless the filter is in use. */
export function seldomFilter(...given: Parameters<typeof choiceFilter>): ChoiceFilter {
  return { ...choiceFilter(...given), isSeldom: true }
}

/** The address's key for the search, on every page. */
const searchKey = 'search'

/** With this many filters, a phone shows only the search, and the others behind a button. */
const foldedFrom = 4

/** With more choices than these, the choices can be searched by name. */
const searchableFrom = 12

/** The search starts after this pause in typing, in milliseconds. */
const pauseMs = 300

type Address = Readonly<Record<string, unknown>>

type FiltersProps = {
  /** The subject of the list. */
  label: string
  filters: readonly Filter[]
  list: { search: object; change(changed: Record<string, string | null>): void }
}

/** The filters of a list. */
export function Filters({ label, filters, list: { search, change } }: FiltersProps) {
  const isNarrowed = isFiltered(filters, search)
  const [isOpen, { toggle }] = useDisclosure(isNarrowed)
  const [showsAll, all] = useDisclosure()
  if (filters.length === 0) return null
  const isShown = (filter: Filter) => showsAll || !isSeldom(filter) || isFiltered([filter], search)
  const shown = filters.filter(isShown)
  const fields = shown.map((filter) => (
    <FilterField key={keyOf(filter)} filter={filter} search={{ ...search }} change={change} />
  ))
  const clear = filters.length > 1 && isNarrowed && (
    <Button variant="subtle" onClick={() => change(cleared(filters))}>
      {t('Clear filters')}
    </Button>
  )
  if (filters.length < foldedFrom) {
    return (
      <Group gap="sm" mb="md" role="search" aria-label={label}>
        {fields}
        {clear}
      </Group>
    )
  }
  const [first, ...others] = fields
  return (
    <Group gap="sm" mb="md" align="flex-start" role="search" aria-label={label}>
      {first}
      <IconButton
        variant="default"
        hiddenFrom="sm"
        icon={IconAdjustmentsHorizontal}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('Filters')}
      </IconButton>
      <Group gap="sm" flex="1 1 60%" display={{ base: isOpen ? 'flex' : 'none', sm: 'flex' }}>
        {others}
        {shown.length < filters.length && (
          <Button variant="subtle" onClick={all.open}>
            {t('More filters')}
          </Button>
        )}
        {clear}
      </Group>
    </Group>
  )
}

/** Whether the list is filtered. The choice of the list itself does not count. */
export function isFiltered(filters: readonly Filter[], search: object): boolean {
  return Object.keys(cleared(filters)).some((key) => key in search)
}

/** The address without filters. */
export function cleared(filters: readonly Filter[]): Record<string, null> {
  return Object.fromEntries(
    filters
      .filter(({ by }) => by !== 'view' && by !== 'check')
      .map((filter) => [keyOf(filter), null]),
  )
}

function isSeldom(filter: Filter): boolean {
  return filter.by === 'choice' && filter.isSeldom === true
}

function keyOf(filter: Filter): string {
  return filter.by === 'text' ? searchKey : filter.key
}

const width = { flex: '1 1 9rem', maw: '14rem' }

type FilterFieldProps = {
  filter: Filter
  search: Address
  change(changed: Record<string, string | null>): void
}

function FilterField({ filter, search, change }: FilterFieldProps) {
  const key = keyOf(filter)
  const given = search[key]
  const value = typeof given === 'string' ? given : null
  const onChange = (chosen: string | null) => change({ [key]: chosen })
  const { by, label } = filter
  switch (by) {
    case 'text':
      return (
        <SearchInput
          label={label}
          value={value ?? ''}
          canScan={filter.canScan === true}
          onSearch={onChange}
          flex="1 1 14rem"
          maw="28rem"
        />
      )
    case 'choice':
      return (
        <FilterSelect
          label={label}
          {...(filter.placeholder === undefined ? {} : { placeholder: filter.placeholder })}
          data={filter.choices}
          searchable={filter.choices.length > searchableFrom}
          value={value ?? undefined}
          onChange={onChange}
          {...width}
        />
      )
    case 'day':
      return <DayFilter label={label} value={value} onChange={onChange} />
    case 'view':
      return (
        <SegmentedControl
          aria-label={label}
          data={[...filter.choices]}
          value={value ?? filter.choices[0].value}
          onChange={(chosen) => onChange(chosen === filter.choices[0].value ? null : chosen)}
        />
      )
    case 'check':
      return (
        <Checkbox
          label={label}
          checked={value === filter.value}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? filter.value : null)}
        />
      )
  }
}

type DayFilterProps = {
  label: string
  value: string | null
  onChange(day: string | null): void
}

/** A text that is not a day filters nothing. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [unread, setUnread] = useState<TypedDay>(null)
  return (
    <DayInput
      aria-label={label}
      placeholder={label}
      value={unread ?? value}
      onChange={(day) => {
        setUnread(isUnread(day) ? day : null)
        onChange(isUnread(day) ? null : day)
      }}
      {...width}
    />
  )
}

type SearchInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'label'> & {
  /** What the search covers, for screen readers. */
  label: string
  /** The search text in the address. */
  value: string
  /** Whether a barcode can be scanned into the field. */
  canScan: boolean
  onSearch(text: string): void
}

/** Filters a list by a text after a pause in typing. */
function SearchInput({ label, value, canScan, onSearch, ...props }: SearchInputProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed
    onSearch(typed)
  }, pauseMs)
  // The browser's back button changes the address. The result of earlier typing must not undo later typing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  const change = (typed: string) => {
    setText(typed)
    send(typed.trim())
  }
  useScans(canScan ? change : null)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          canScan && <BarcodeButton onRead={change} />
        ) : (
          <CloseButton size="sm" aria-label={t('Clear')} onClick={() => change('')} />
        )
      }
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...props}
    />
  )
}

type FilterSelectProps = Omit<SelectProps, 'data' | 'value' | 'clearable' | 'label'> & {
  /** What the filter chooses, for screen readers. */
  label: string
  data: readonly { value: string; label: string }[]
  value: string | undefined
  /** Shown if nothing is chosen. */
  placeholder?: string
  /** The text of the button that clears the choice. */
  clear?: string
}

/** Filters a list by one of several choices, or by none. */
function FilterSelect({
  label,
  data,
  value,
  placeholder = label,
  clear = t('Clear {{label}}', { label: label.toLowerCase() }),
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
