import { Alert, Button, Group, Select, TagsInput, Text, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { Refusal } from '../../refusal.ts'
import { nameLengthMax, offeredQuery, words, type Chosen, type NameKind } from './data.ts'

/** The list is asked when nothing was typed for this long, in milliseconds. */
const pauseMs = 200

type EntrySelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  kind: NameKind
  /** One that cannot be chosen. */
  exceptId?: string
  value?: Chosen | null
  onChange?: (chosen: Chosen | null) => void
}

/** Chooses an entry of a list by some letters of its name or of an alias. */
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
      // The server has searched, in aliases too.
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

/** A name that is an alias of another entry until now. */
type Taken = { name: string; holder: Chosen }

/**
 * Asks before an entry takes a name that is an alias of another one. `require` throws Refusal at the field `name`, once
 * for a name: who sends it again means it. `takenBy` is the entry that a typed name would be taken from.
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

/** What happens to an alias whose name is taken, and the way to whose it is. */
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

/** Several aliases: Enter ends each. A comma does not, as names have commas. */
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
