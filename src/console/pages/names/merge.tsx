import {
  Alert,
  Button,
  Group,
  Radio,
  Stack,
  Text,
  Select,
  TagsInput,
  type SelectProps,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DialogForm, FormRefusal, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/commands.tsx'
import { messageOf, Refusal } from '../../refusal.ts'
import {
  entryQuery,
  productsOf,
  words,
  type Chosen,
  type Conflict,
  type NameKind,
  nameLengthMax,
  offeredQuery,
} from './data.ts'
import { Note } from '../../components/note.tsx'

/** `stays` is the id of the entry whose name remains. */
type MergeValues = { into: Chosen | null; stays: string }

type MergeFormProps = {
  kind: NameKind
  merged: Chosen
  /** The other entry, if already known. */
  other: Chosen | null
  onClose(): void
}

/** Merges two entries. */
export function MergeForm({ kind, merged, other, onClose }: MergeFormProps) {
  const { one } = words[kind]
  const form = useForm<MergeValues>({
    initialValues: { into: other, stays: other?.id ?? '' },
    validate: { into: isNotEmpty(`Choose the ${one} that is the same.`) },
  })
  const { into, stays } = form.values
  const pair = into === null ? null : pairOf(merged, into, stays)
  const sent = useSentForm<MergeValues, { from: Chosen; into: Chosen }>({
    form,
    onClose,
    async send(values) {
      if (values.into === null) throw new Error('The form lets no merge without a second through.')
      const two = pairOf(merged, values.into, values.stays)
      await ask(api.names({ id: two.from.id }).merge.post({ into: two.into.id }))
      return two
    },
    done: (two) => `“${two.from.name}” is part of “${two.into.name}” now.`,
  })
  return (
    <DialogForm sent={sent} action="Merge the two" onCancel={onClose}>
      <EntrySelect
        label={`The ${one} that is the same`}
        description="Type some letters of its name or of an alias."
        kind={kind}
        exceptId={merged.id}
        data-autofocus
        error={form.errors['into']}
        value={into}
        onChange={(chosen) => form.setValues({ into: chosen, stays: chosen?.id ?? '' })}
      />
      {into !== null && (
        <Radio.Group label="The name that stays" {...form.getInputProps('stays')}>
          <Stack gap="xs" mt={6}>
            {[into, merged].map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {pair !== null && <WhatBecomes kind={kind} {...pair} />}
    </DialogForm>
  )
}

function pairOf(merged: Chosen, other: Chosen, stays: string): { from: Chosen; into: Chosen } {
  return stays === merged.id ? { from: other, into: merged } : { from: merged, into: other }
}

/** The consequences: what will be lost, and what will not. */
function WhatBecomes({ kind, from, into }: { kind: NameKind; from: Chosen; into: Chosen }) {
  const { data } = useQuery(entryQuery(from.id))
  const aliases = data?.aliasCount ?? 0
  const products = data?.products ?? 0
  return (
    <Alert color="yellow" title={`“${from.name}” becomes an alias of “${into.name}”`}>
      {aliases > 0 && `Its ${aliases === 1 ? 'alias goes' : `${aliases} aliases go`} there too. `}
      Documents that say either are delivered with “{into.name}”.
      {products > 0 && ` ${productsOf(products)} of the catalogue change to “${into.name}”.`}
      {kind === 'vendor' && ` A program that knows “${from.name}” by its id finds it no more.`} This
      cannot be undone.
    </Alert>
  )
}

type ConflictsProps = {
  kind: NameKind
  to: Chosen
  conflicts: readonly Conflict[]
  onClose: () => void
}

/** Aliases that were not added because another entry has them, and the possible actions. */
export function Conflicts({ kind, to, conflicts, onClose }: ConflictsProps) {
  const { one } = words[kind]
  return (
    <Stack>
      <Note
        color="yellow"
        icon={IconAlertTriangle}
        title={
          conflicts.length === 1
            ? 'One alias was not added'
            : `${conflicts.length} aliases were not added`
        }
      >
        {`A spelling can belong to one ${one} only, or Daybook could not tell which one is meant.`}
      </Note>
      {conflicts.map((conflict) => (
        <OneConflict key={conflict.alias} kind={kind} to={to} conflict={conflict} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

function OneConflict({ kind, to, conflict }: { kind: NameKind; to: Chosen; conflict: Conflict }) {
  const refresh = useRefresh()
  const { alias, holder, aliasId } = conflict
  const move = useMutation({
    mutationFn: (id: string) => ask(api.aliases({ id }).move.post({ to: to.id })),
    onSuccess: refresh,
  })
  if (move.isSuccess) {
    return (
      <Text size="sm" role="status">
        “{alias}” is an alias of “{to.name}” now.
      </Text>
    )
  }
  return (
    <Stack gap={6}>
      <FormRefusal>{move.isError ? messageOf(move.error) : null}</FormRefusal>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 14rem">
          {aliasId === null
            ? `“${alias}” is the name of another ${words[kind].one}, “${holder.name}”. If the two are the same, merge them in the list.`
            : `“${alias}” is an alias of “${holder.name}”.`}
        </Text>
        {aliasId !== null && (
          <Button
            size="xs"
            variant="default"
            loading={move.isPending}
            onClick={() => move.mutate(aliasId)}
          >
            Move it here
          </Button>
        )}
      </Group>
    </Stack>
  )
}

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
    <Note color="yellow" icon={IconAlertTriangle} role="alert">
      <Text size="sm">
        A name comes before an alias: documents that say so would no longer be delivered with “
        {holder.name}”. If it is the same {words[kind].one}, leave it there.
      </Text>
      <Button
        size="xs"
        variant="default"
        className="wrapping-button"
        onClick={() => onOpen(holder)}
      >
        Show “{holder.name}”
      </Button>
    </Note>
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
