import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api, ask } from '../../client.ts'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { useFreshNames, type Entry, type NameKind } from './names-query.ts'
import { words } from './words.ts'

type RenameEntryProps = { kind: NameKind; renamed: Entry | null; onClose: () => void }

export function RenameEntry({ kind, renamed, onClose }: RenameEntryProps) {
  return (
    <Modal
      opened={renamed !== null}
      onClose={onClose}
      title={renamed === null ? '' : `Rename “${renamed.name}”`}
    >
      {renamed !== null && <RenameForm kind={kind} renamed={renamed} onClose={onClose} />}
    </Modal>
  )
}

function RenameForm({ kind, renamed, onClose }: RenameEntryProps & { renamed: Entry }) {
  const refresh = useFreshNames()
  const form = useForm({
    initialValues: { name: renamed.name, keepsOldName: true },
    validate: { name: (text) => (text.trim() === '' ? 'Type the name.' : null) },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: (values) => ask(api.names({ id: renamed.id }).rename.post(values)),
    async onDone({ conflicts: [conflict] }, { name }) {
      notifications.show({
        message:
          conflict === undefined
            ? `“${renamed.name}” is called “${name.trim()}” now.`
            : `“${renamed.name}” is called “${name.trim()}” now. The old name is an alias of “${conflict.name}” and stays there.`,
      })
      onClose()
      await refresh()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <TextInput
          label="Name"
          description={`Waiting documents get the new name at once. What was handed over keeps the old one.`}
          data-autofocus
          autoFocus
          {...form.getInputProps('name')}
        />
        <Checkbox
          label="Keep the old name as an alias"
          description={`Documents that say “${renamed.name}” are still found as this ${words[kind].one}.`}
          {...form.getInputProps('keepsOldName', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
