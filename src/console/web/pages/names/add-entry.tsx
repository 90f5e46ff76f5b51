import { Modal, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { Conflicts } from './conflicts.tsx'
import type { Chosen } from './entry-select.tsx'
import type { Conflict, NameKind } from './names-query.ts'
import { TakenAlias, useTakenAlias } from './taken-alias.tsx'
import { nameLengthMax, words } from './words.ts'

type AddEntryProps = {
  kind: NameKind
  isOpen: boolean
  onClose: () => void
  /** Shows an entry in the list instead. */
  onOpen: (entry: Chosen) => void
  /** What the fields hold at first. */
  first?: Values
}

type Values = { name: string; aliases: string[] }

export function AddEntry({
  kind,
  isOpen,
  onClose,
  onOpen,
  first = { name: '', aliases: [] },
}: AddEntryProps) {
  const [left, setLeft] = useState<{ id: string; name: string; conflicts: Conflict[] } | null>(null)
  const close = () => {
    setLeft(null)
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={`New ${words[kind].one}`}>
      {left === null ? (
        <AddForm
          kind={kind}
          first={first}
          onCancel={close}
          onOpen={(holder) => {
            close()
            onOpen(holder)
          }}
          onAdded={(added) => (added.conflicts.length === 0 ? close() : setLeft(added))}
        />
      ) : (
        <Conflicts kind={kind} to={left} conflicts={left.conflicts} onClose={close} />
      )}
    </Modal>
  )
}

type AddFormProps = {
  kind: NameKind
  first: Values
  onCancel: () => void
  onOpen: (holder: Chosen) => void
  onAdded: (added: { id: string; name: string; conflicts: Conflict[] }) => void
}

function AddForm({ kind, first, onCancel, onOpen, onAdded }: AddFormProps) {
  const refresh = useRefresh()
  const { takenBy, require } = useTakenAlias(kind)
  const { one, example } = words[kind]
  const form = useForm<Values>({
    initialValues: first,
    validate: { name: (text) => (text.trim() === '' ? 'Type the name.' : null) },
  })
  const sent = useSentForm({
    form,
    async send(values) {
      await require(values.name)
      return await ask(api.names.post({ kind, ...values }))
    },
    async onDone(added, { name }) {
      notifications.show({ message: doneWith(name.trim(), one, added) })
      onAdded({ ...added, name: name.trim() })
      await refresh()
    },
  })
  const holder = takenBy(form.values.name)
  return (
    <DialogForm
      sent={sent}
      action={holder === null ? `Add the ${one}` : `Make a new ${one} all the same`}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        description={`As your books have it, such as “${example}”.`}
        data-autofocus
        autoFocus
        maxLength={nameLengthMax}
        {...form.getInputProps('name')}
      />
      <TakenAlias kind={kind} holder={holder} onOpen={onOpen} />
      <AliasesInput {...form.getInputProps('aliases')} />
    </DialogForm>
  )
}

function doneWith(
  name: string,
  one: string,
  { created, aliasesAdded }: { created: boolean; aliasesAdded: number },
): string {
  if (created) return `“${name}” is a ${one} now.`
  if (aliasesAdded === 0) return `“${name}” was in the list already.`
  return `“${name}” was in the list already, and has the new aliases now.`
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
