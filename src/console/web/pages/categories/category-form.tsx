import { Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { ImageField, type ImageChange } from '../../components/image-field.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { saveCategory, type Category } from './categories-query.ts'

type CategoryFormProps = {
  /** Null for a new one; undefined while the form is closed. */
  edited: Category | null | undefined
  onClose(): void
}

export function CategoryForm({ edited, onClose }: CategoryFormProps) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited ? `Category “${edited.name}”` : 'New category'}
    >
      {edited !== undefined && <Fields edited={edited} onClose={onClose} />}
    </Modal>
  )
}

type Values = { name: string; image: ImageChange }

function Fields({ edited, onClose }: { edited: Category | null; onClose(): void }) {
  const refresh = useRefresh()
  const form = useForm<Values>({
    initialValues: { name: edited?.name ?? '', image: undefined },
    validate: { name: (name) => (name.trim() === '' ? 'Give the category a name.' : null) },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ name, image }) => saveCategory(edited?.id, name.trim(), image),
    async onDone(_, { name }) {
      notifications.show({
        message: `The category “${name.trim()}” is ${edited === null ? 'added' : 'saved'}.`,
      })
      await refresh()
    },
  })
  return (
    <DialogForm
      sent={sent}
      action={edited === null ? 'Add the category' : 'Save'}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        {...(edited === null
          ? {}
          : { description: `Its address in the shop stays ${edited.slug}.` })}
        data-autofocus
        autoFocus
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <ImageField
        current={edited?.image ?? edited?.imageElsewhere ?? null}
        {...form.getInputProps('image')}
      />
    </DialogForm>
  )
}
