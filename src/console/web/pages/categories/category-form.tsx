import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { ImageField, type ImageChange } from '../../parts/image-field.tsx'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { allCategories, saveCategory, type Category } from './categories-query.ts'

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
  const client = useQueryClient()
  const form = useForm<Values>({
    initialValues: { name: edited?.name ?? '', image: undefined },
    validate: { name: (name) => (name.trim() === '' ? 'Give the category a name.' : null) },
  })
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: ({ name, image }) => saveCategory(edited?.id, name.trim(), image),
    async onDone(_, { name }) {
      onClose()
      notifications.show({
        message: `The category “${name.trim()}” is ${edited === null ? 'added' : 'saved'}.`,
      })
      await client.invalidateQueries({ queryKey: allCategories })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
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
          value={form.values.image}
          onChange={(image) => form.setFieldValue('image', image)}
          error={typeof form.errors['image'] === 'string' ? form.errors['image'] : undefined}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {edited === null ? 'Add the category' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
