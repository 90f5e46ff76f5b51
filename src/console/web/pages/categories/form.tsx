import { TextInput } from '@mantine/core'
import { ImageField, type ImageChange } from '../../components/image-field.tsx'
import { RecordDialog } from '../../components/record-form.tsx'
import { saveCategory, type Category } from './data.ts'

type CategoryFormProps = {
  /** Null for a new one; undefined while the form is closed. */
  edited: Category | null | undefined
  onClose(): void
}

type Values = { name: string; image: ImageChange }

export function CategoryForm({ edited, onClose }: CategoryFormProps) {
  return (
    <RecordDialog<Category, Values>
      noun="category"
      edited={edited}
      nameOf={({ name }) => name}
      valuesOf={(category) => ({ name: category?.name ?? '', image: undefined })}
      validate={{ name: (name) => (name.trim() === '' ? 'Give the category a name.' : null) }}
      save={({ name, image }, category) => saveCategory(category?.id, name.trim(), image)}
      onClose={onClose}
    >
      {(form, category) => (
        <>
          <TextInput
            label="Name"
            description={category && `Its address in the shop stays ${category.slug}.`}
            data-autofocus
            autoFocus
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <ImageField
            current={category?.image ?? category?.imageElsewhere ?? null}
            {...form.getInputProps('image')}
          />
        </>
      )}
    </RecordDialog>
  )
}
