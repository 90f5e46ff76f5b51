import { Alert, Button, Group, Select, TagsInput, Text, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Refusal } from '../../refusal.ts'
import { nameLengthMax, offeredQuery, words, type Chosen, type NameKind } from './data.ts'

/** The pause in typing before the list is loaded, in milliseconds. */
const pauseMs = 200

type EntrySelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  kind: NameKind
  /** The entry that cannot be chosen. */
  exceptId?: string
  value?: Chosen | null
  onChange?: (chosen: Chosen | null) => void
}

/** Chooses an entry by part of its name or of an alias. */
export function EntrySelect({
  kind,
  exceptId,
  value = null,
  onChange,
  ...props
}: EntrySelectProps) {
  const [typed, setTyped] = useState(value?.name ?? '')
  const [search] = useDebouncedValue(typed, pauseMs)
  const offered = useQuery(offeredQuery(kind, search === value?.name ? '' : search))
  const found = (offered.data?.items ?? []).filter(({ id }) => id !== exceptId && id !== value?.id)
  const options = value === null ? found : [value, ...found]
  return (
    <Select
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the choice' }}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has already searched, aliases included.
      filter={({ options: all }) => all}
      nothingFoundMessage={offered.isFetching ? 'Searching…' : 'Nothing has these letters'}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        onChange?.(chosen === undefined ? null : { id: chosen.id, name: chosen.name })
      }}
      {...props}
    />
  )
}

/** A name that is another entry's alias at present. */
type Taken = { name: string; holder: Chosen }

/**
 * Asks before an entry takes a name that is another entry's alias. `require` throws Refusal at the field `name` the
 * first time. Sending the same name again confirms it. `takenBy` is the entry that would lose the alias.
 */
export function useTakenAlias(kind: NameKind, ownId?: string) {
  const [asked, setAsked] = useState<Taken | null>(null)
  const takenBy = (typed: string) => (asked?.name === typed.trim() ? asked.holder : null)
  return {
    takenBy,
    async require(typed: string): Promise<void> {
      if (takenBy(typed) !== null) return
      const name = typed.trim()
      const { holder } = await ask(api.names['alias-holder'].get({ query: { kind, name } }))
      if (holder === null || holder.id === ownId) return
      setAsked({ name, holder })
      throw new Refusal(`“${name}” is an alias of “${holder.name}”.`, 409, 'name')
    },
  }
}

type TakenAliasProps = { kind: NameKind; holder: Chosen | null; onOpen: (holder: Chosen) => void }

/** The consequence for the alias, and a link to its entry. */
export function TakenAlias({ kind, holder, onOpen }: TakenAliasProps) {
  if (holder === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Text size="sm">
        A name comes before an alias: documents that say so would no longer be delivered with “
        {holder.name}”. If it is the same {words[kind].one}, leave it there.
      </Text>
      <Group mt="xs">
        <Button
          size="xs"
          variant="default"
          className="wrapping-button"
          onClick={() => onOpen(holder)}
        >
          Show “{holder.name}”
        </Button>
      </Group>
    </Alert>
  )
}

type AliasesInputProps = {
  label?: string
  value?: string[]
  onChange?: (aliases: string[]) => void
  error?: string
  'data-autofocus'?: boolean
}

/** Several aliases, each ended by Enter. Commas do not end them, because names contain commas. */
export function AliasesInput({ label = 'Aliases (optional)', ...field }: AliasesInputProps) {
  return (
    <TagsInput
      label={label}
      description="Other spellings on documents. Press Enter after each."
      splitChars={[]}
      maxLength={nameLengthMax}
      {...field}
    />
  )
}
