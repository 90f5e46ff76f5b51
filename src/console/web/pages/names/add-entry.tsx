import { Button, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { Conflicts } from './conflicts.tsx'
import { useFreshNames, type Conflict, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type AddEntryProps = {
  kind: NameKind
  isOpen: boolean
  onClose: () => void
  /** What the fields hold at first. */
  first?: Values
}

type Values = { name: string; aliases: string[] }

export function AddEntry({
  kind,
  isOpen,
  onClose,
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
  onAdded: (added: { id: string; name: string; conflicts: Conflict[] }) => void
}

function AddForm({ kind, first, onCancel, onAdded }: AddFormProps) {
  const refresh = useFreshNames()
  const { one, example } = words[kind]
  const form = useForm<Values>({
    initialValues: first,
    validate: { name: (text) => (text.trim() === '' ? 'Type the name.' : null) },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => ask(api.names.post({ kind, ...values })),
    async onDone(added, { name }) {
      notifications.show({ message: doneWith(name.trim(), one, added) })
      onAdded({ ...added, name: name.trim() })
      await refresh()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <TextInput
          label="Name"
          description={`As your books have it, such as “${example}”.`}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <AliasesInput {...form.getInputProps('aliases')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Add the {one}
          </Button>
        </Group>
      </Stack>
    </form>
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
}

/** Several aliases: Enter ends each. A comma does not, as names have commas. */
export function AliasesInput({ label = 'Aliases (optional)', ...field }: AliasesInputProps) {
  return (
    <TagsInput
      label={label}
      description="Other spellings on documents. Press Enter after each."
      splitChars={[]}
      {...field}
    />
  )
}
