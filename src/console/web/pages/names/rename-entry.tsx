import { Checkbox, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api, ask } from '../../client.ts'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import type { Chosen } from './entry-select.tsx'
import type { Entry, NameKind } from './names-query.ts'
import { TakenAlias, useTakenAlias } from './taken-alias.tsx'
import { nameLengthMax, words } from './words.ts'

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
