import { Alert, Checkbox, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import {
  addAliases,
  entryQuery,
  nameLengthMax,
  productsOf,
  words,
  type Alias,
  type Entry,
  type NameKind,
} from './data.ts'
import { EntrySelect, TakenAlias, useTakenAlias, type Chosen } from './fields.tsx'

/** What an owner began to do with an entry. */
export type Doing =
  | { what: 'rename' | 'add aliases' | 'remove'; entry: Entry }
  | { what: 'merge'; entry: Entry; with: Chosen | null }
  | { what: 'move alias'; entry: Entry; alias: Alias }

type RenameEntryProps = {
  kind: NameKind
  renamed: Entry | null
  onClose: () => void
  /** Shows an entry in the list instead. */
  onOpen: (entry: Chosen) => void
}

export function RenameEntry({ renamed, ...props }: RenameEntryProps) {
  return (
    <Modal
      opened={renamed !== null}
      onClose={props.onClose}
      title={renamed === null ? '' : `Rename “${renamed.name}”`}
    >
      {renamed !== null && <RenameForm renamed={renamed} {...props} />}
    </Modal>
  )
}

function RenameForm({ kind, renamed, onClose, onOpen }: RenameEntryProps & { renamed: Entry }) {
  const refresh = useRefresh()
  const { takenBy, require } = useTakenAlias(kind, renamed.id)
  const form = useForm({
    initialValues: { name: renamed.name, keepsOldName: true },
    validate: { name: (text) => (text.trim() === '' ? 'Type the name.' : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    async send(values) {
      await require(values.name)
      return await ask(api.names({ id: renamed.id }).rename.post(values))
    },
    async onDone({ conflicts: [conflict] }, { name }) {
      notifications.show({
        message:
          conflict === undefined
            ? `“${renamed.name}” is called “${name.trim()}” now.`
            : `“${renamed.name}” is called “${name.trim()}” now. The old name is an alias of “${conflict.name}” and stays there.`,
      })
      await refresh()
    },
  })
  const holder = takenBy(form.values.name)
  return (
    <DialogForm
      sent={sent}
      action={holder === null ? 'Rename' : 'Rename all the same'}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description={`Waiting documents get the new name at once. What was handed over keeps the old one.`}
        data-autofocus
        autoFocus
        maxLength={nameLengthMax}
        {...form.getInputProps('name')}
      />
      <TakenAlias
        kind={kind}
        holder={holder}
        onOpen={(entry) => {
          onClose()
          onOpen(entry)
        }}
      />
      <Checkbox
        label="Keep the old name as an alias"
        description={`Documents that say “${renamed.name}” are still found as this ${words[kind].one}.`}
        {...form.getInputProps('keepsOldName', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

type MergeEntryProps = {
  kind: NameKind
  merged: Entry | null
  /** The one to merge it with, when that is known already. */
  other: Chosen | null
  onClose: () => void
}

/** Makes one entry of two. */
export function MergeEntry({ kind, merged, other, onClose }: MergeEntryProps) {
  return (
    <Modal
      opened={merged !== null}
      onClose={onClose}
      title={merged === null ? '' : `Merge “${merged.name}” with another ${words[kind].one}`}
      size="lg"
    >
      {merged !== null && <MergeForm kind={kind} merged={merged} other={other} onClose={onClose} />}
    </Modal>
  )
}

/** `stays` is the id of the entry whose name stays. */
type MergeValues = { into: Chosen | null; stays: string }

function MergeForm({ kind, merged, other, onClose }: MergeEntryProps & { merged: Entry }) {
  const refresh = useRefresh()
  const form = useForm<MergeValues>({
    initialValues: { into: other, stays: other?.id ?? '' },
    validate: {
      into: (into) => (into === null ? `Choose the ${words[kind].one} that is the same.` : null),
    },
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
    async onDone(two) {
      notifications.show({ message: `“${two.from.name}” is part of “${two.into.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Merge the two" onCancel={onClose}>
      <EntrySelect
        label={`The ${words[kind].one} that is the same`}
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

/** What will be lost, and what will not. */
function WhatBecomes({ kind, from, into }: { kind: NameKind; from: Chosen; into: Chosen }) {
  const { data } = useQuery(entryQuery(from.id))
  const aliases = data?.aliasCount ?? 0
  const products = data?.products ?? 0
  return (
    <Alert color="yellow" title={`“${from.name}” becomes an alias of “${into.name}”`}>
      {aliases > 0 && `Its ${aliases === 1 ? 'alias goes' : `${aliases} aliases go`} there too. `}
      Documents that say either are handed over with “{into.name}”.
      {products > 0 && ` ${productsOf(products)} of the catalogue change to “${into.name}”.`}
      {kind === 'vendor' && ` A program that knows “${from.name}” by its id finds it no more.`} This
      cannot be undone.
    </Alert>
  )
}

type Moved = { entry: Entry; alias: Alias }

type MoveAliasProps = { kind: NameKind; moved: Moved | null; onClose: () => void }

export function MoveAlias({ kind, moved, onClose }: MoveAliasProps) {
  return (
    <Modal
      opened={moved !== null}
      onClose={onClose}
      title={moved === null ? '' : `Move the alias “${moved.alias.alias}”`}
    >
      {moved !== null && <MoveForm kind={kind} moved={moved} onClose={onClose} />}
    </Modal>
  )
}

function MoveForm({ kind, moved, onClose }: MoveAliasProps & { moved: Moved }) {
  const refresh = useRefresh()
  const { entry, alias } = moved
  const { one } = words[kind]
  const form = useForm<{ to: Chosen | null }>({
    initialValues: { to: null },
    validate: { to: (to) => (to === null ? `Choose the ${one} that it belongs to.` : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ to }) => ask(api.aliases({ id: alias.id }).move.post({ to: to?.id ?? '' })),
    async onDone(_, { to }) {
      notifications.show({ message: `“${alias.alias}” is an alias of “${to?.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Move the alias" onCancel={onClose}>
      <EntrySelect
        label={`The ${one} that it belongs to`}
        description={`It belongs to “${entry.name}” now. Waiting documents are handed over with the new name at once.`}
        kind={kind}
        exceptId={entry.id}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </DialogForm>
  )
}

/** Asks before an entry is deleted, and says what goes with it. */
export function confirmRemoval(kind: NameKind, entry: Entry, refresh: () => Promise<void>): void {
  const { id, name, aliasCount } = entry
  const products = entry.products ?? 0
  const aliases = aliasCount === 1 ? 'its alias' : `its ${aliasCount} aliases`
  confirm({
    title: `Delete “${name}”?`,
    children: `“${name}”${aliasCount === 0 ? ' is' : ` and ${aliases} are`} gone for good: documents that say so keep what was read. ${
      products === 0
        ? ''
        : `${productsOf(products)} of the catalogue then ${products === 1 ? 'has' : 'have'} no vendor. `
    }What was handed over already stays as it is. If it is the same as another ${words[kind].one}, merge the two instead.`,
    action: 'Delete',
    done: `“${name}” is deleted.`,
    async run() {
      await ask(api.names({ id }).remove.post())
      await refresh()
    },
  })
}

type PlaceNameProps = { kind: NameKind; name: string; onClose: () => void }

/** Makes a name that was read an alias of an entry. */
export function PlaceName({ kind, name, onClose }: PlaceNameProps) {
  const refresh = useRefresh()
  const { one } = words[kind]
  const form = useForm<{ to: Chosen | null }>({
    initialValues: { to: null },
    validate: { to: (to) => (to === null ? `Choose the ${one} that is meant.` : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ to }) => addAliases(to?.id ?? '', [name]),
    async onDone(_, { to }) {
      notifications.show({ message: `“${name}” is an alias of “${to?.name}” now.` })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action="Add the alias" onCancel={onClose}>
      <EntrySelect
        label={`Of which ${one}`}
        description="Type some letters of its name or of an alias."
        kind={kind}
        data-autofocus
        {...form.getInputProps('to')}
      />
    </DialogForm>
  )
}
