import { Checkbox, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import {
  addAliases,
  nameLengthMax,
  words,
  type Alias,
  type Chosen,
  type Conflict,
  type Doing,
  type Entry,
  type NameKind,
} from './data.ts'
import {
  AliasesInput,
  EntrySelect,
  TakenAlias,
  useTakenAlias,
  Conflicts,
  MergeForm,
} from './merge.tsx'
import { ImportForm } from './import.tsx'

type DialogueProps = {
  kind: NameKind
  doing: Doing | null
  /** Opens another dialogue, or none. */
  onDo(doing: Doing | null): void
  /** Shows an entry in the list. */
  onShow(entry: Chosen): void
}

/** The page's only dialogue, for every action. */
export function NameDialogue({ kind, doing, onDo, onShow }: DialogueProps) {
  const props: FormProps = {
    kind,
    onClose: () => onDo(null),
    onConflicts: (to, conflicts) =>
      conflicts.length > 0 && onDo({ what: 'conflicts', to, conflicts }),
    onShow(entry) {
      onDo(null)
      onShow(entry)
    },
  }
  return (
    <Dialog
      of={doing}
      title={(begun) => titleOf(kind, begun)}
      size={doing?.what === 'merge' || doing?.what === 'import' ? 'lg' : 'md'}
      onClose={props.onClose}
    >
      {(begun) => <Begun {...props} doing={begun} />}
    </Dialog>
  )
}

function titleOf(kind: NameKind, doing: Doing): string {
  const { one, many } = words[kind]
  switch (doing.what) {
    case 'add':
      return `New ${one}`
    case 'add aliases':
      return `Add aliases to “${doing.entry.name}”`
    case 'rename':
      return `Rename “${doing.entry.name}”`
    case 'merge':
      return `Merge “${doing.entry.name}” with another ${one}`
    case 'move alias':
      return `Move the alias “${doing.alias.alias}”`
    case 'place':
      return `“${doing.name}” is another spelling`
    case 'conflicts':
      return `Aliases of “${doing.to.name}”`
    case 'import':
      return `Bring in ${many} from a file`
  }
}

type FormProps = {
  kind: NameKind
  onClose(): void
  /** Called if some aliases were not added. */
  onConflicts(to: Chosen, conflicts: readonly Conflict[]): void
  onShow(entry: Chosen): void
}

function Begun({ doing, ...props }: FormProps & { doing: Doing }) {
  switch (doing.what) {
    case 'add':
      return <AddForm {...props} first={doing.first ?? { name: '', aliases: [] }} />
    case 'add aliases':
      return <AliasesForm {...props} to={doing.entry} />
    case 'rename':
      return <RenameForm {...props} renamed={doing.entry} />
    case 'merge':
      return <MergeForm {...props} merged={doing.entry} other={doing.with} />
    case 'move alias':
      return <MoveForm {...props} entry={doing.entry} alias={doing.alias} />
    case 'place':
      return <PlaceForm {...props} name={doing.name} />
    case 'conflicts':
      return <Conflicts {...props} to={doing.to} conflicts={doing.conflicts} />
    case 'import':
      return <ImportForm {...props} />
  }
}

type Values = { name: string; aliases: string[] }

function AddForm({ kind, first, onClose, onConflicts, onShow }: FormProps & { first: Values }) {
  const { takenBy, require } = useTakenAlias(kind)
  const { one, example } = words[kind]
  const form = useForm<Values>({
    initialValues: first,
    validate: { name: isNotEmpty('Type the name.') },
  })
  const sent = useSentForm({
    form,
    onClose,
    async send(values) {
      await require(values.name)
      return await ask(api.names.post({ kind, ...values }))
    },
    onDone: ({ id, conflicts }, { name }) => onConflicts({ id, name: name.trim() }, conflicts),
    done({ created, aliasesAdded }, { name }) {
      if (created) return `“${name.trim()}” is a ${one} now.`
      const more = aliasesAdded === 0 ? '' : ', and has the new aliases now'
      return `“${name.trim()}” was in the list already${more}.`
    },
  })
  const holder = takenBy(form.values.name)
  return (
    <DialogForm
      sent={sent}
      action={holder === null ? `Add the ${one}` : `Make a new ${one} all the same`}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description={`As your books have it, such as “${example}”.`}
        data-autofocus
        autoFocus
        maxLength={nameLengthMax}
        {...form.getInputProps('name')}
      />
      <TakenAlias kind={kind} holder={holder} onOpen={onShow} />
      <AliasesInput {...form.getInputProps('aliases')} />
    </DialogForm>
  )
}

function AliasesForm({ to, onClose, onConflicts }: FormProps & { to: Chosen }) {
  const form = useForm<{ aliases: string[] }>({
    initialValues: { aliases: [] },
    validate: { aliases: isNotEmpty('Type at least one alias.') },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ aliases }) => addAliases(to.id, aliases),
    onDone: ({ conflicts }) => onConflicts(to, conflicts),
    done({ added, conflicts }) {
      if (conflicts.length > 0) return null
      if (added === 0) return `“${to.name}” had them already.`
      return `“${to.name}” has ${added === 1 ? 'a new alias' : `${added} new aliases`}.`
    },
  })
  return (
    <DialogForm sent={sent} action="Add the aliases" onCancel={onClose}>
      <AliasesInput label="Aliases" data-autofocus {...form.getInputProps('aliases')} />
    </DialogForm>
  )
}

function RenameForm({ kind, renamed, onClose, onShow }: FormProps & { renamed: Chosen }) {
  const { takenBy, require } = useTakenAlias(kind, renamed.id)
  const form = useForm({
    initialValues: { name: renamed.name, keepsOldName: true },
    validate: { name: isNotEmpty('Type the name.') },
  })
  const sent = useSentForm({
    form,
    onClose,
    async send(values) {
      await require(values.name)
      return await ask(api.names({ id: renamed.id }).rename.post(values))
    },
    done({ conflicts: [conflict] }, { name }) {
      const kept =
        conflict === undefined
          ? ''
          : ` The old name is an alias of “${conflict.name}” and stays there.`
      return `“${renamed.name}” is called “${name.trim()}” now.${kept}`
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
        description="Waiting documents get the new name at once. What was delivered keeps the old one."
        data-autofocus
        autoFocus
        maxLength={nameLengthMax}
        {...form.getInputProps('name')}
      />
      <TakenAlias kind={kind} holder={holder} onOpen={onShow} />
      <Checkbox
        label="Keep the old name as an alias"
        description={`Documents that say “${renamed.name}” are still found as this ${words[kind].one}.`}
        {...form.getInputProps('keepsOldName', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

type ToEntry = { to: Chosen | null }

/** The form that sends an alias to a chosen entry. */
function useToEntryForm(
  { onClose }: FormProps,
  missing: string,
  alias: string,
  send: (id: string) => Promise<unknown>,
) {
  const form = useForm<ToEntry>({
    initialValues: { to: null },
    validate: { to: isNotEmpty(missing) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ to }) => send(to?.id ?? ''),
    done: (_, { to }) => `“${alias}” is an alias of “${to?.name}” now.`,
  })
  return { field: form.getInputProps('to'), sent }
}

function MoveForm({ entry, alias, ...props }: FormProps & { entry: Entry; alias: Alias }) {
  const { one } = words[props.kind]
  const missing = `Choose the ${one} that it belongs to.`
  const { field, sent } = useToEntryForm(props, missing, alias.alias, (to) =>
    ask(api.aliases({ id: alias.id }).move.post({ to })),
  )
  return (
    <DialogForm sent={sent} action="Move the alias" onCancel={props.onClose}>
      <EntrySelect
        label={`The ${one} that it belongs to`}
        description={`It belongs to “${entry.name}” now. Waiting documents are delivered with the new name at once.`}
        kind={props.kind}
        exceptId={entry.id}
        data-autofocus
        {...field}
      />
    </DialogForm>
  )
}

/** Makes a read name an alias of an entry. */
function PlaceForm({ name, ...props }: FormProps & { name: string }) {
  const { one } = words[props.kind]
  const missing = `Choose the ${one} that is meant.`
  const { field, sent } = useToEntryForm(props, missing, name, (to) => addAliases(to, [name]))
  return (
    <DialogForm sent={sent} action="Add the alias" onCancel={props.onClose}>
      <EntrySelect
        label={`Of which ${one}`}
        description="Type some letters of its name or of an alias."
        kind={props.kind}
        data-autofocus
        {...field}
      />
    </DialogForm>
  )
}
