import {
  Select,
  Switch,
  Textarea,
  TextInput,
  type ComboboxData,
  type MantineSize,
  type TextInputProps,
} from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Cell } from '../../platform/record/field.ts'
import { Dialog, DialogForm, useSentForm } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { t } from '../language/language.ts'

type RecordFormProps<Row, Values> = {
  /** The kind of record: "offer". */
  noun: string
  edited: Row | null
  nameOf(values: Values): string
  /** The first values of the form, from a record or for a new one. */
  valuesOf(edited: Row | null): Values
  validate: FormRulesRecord<Values>
  /** Changes the record or creates one. */
  save(values: Values, edited: Row | null): Promise<unknown>
  /** The fields. */
  children(form: UseFormReturnType<Values>, edited: Row | null): ReactNode
  onClose(): void
}

type RecordDialogProps<Row, Values> = Omit<RecordFormProps<Row, Values>, 'edited'> & {
  /** Null for a new record, undefined while the dialogue is closed. */
  edited: Row | null | undefined
  size?: MantineSize
}

/** A dialogue that creates or changes a record. */
export function RecordDialog<Row, Values extends Record<string, unknown>>({
  edited,
  size = 'md',
  ...props
}: RecordDialogProps<Row, Values>) {
  const { noun, nameOf, valuesOf, onClose } = props
  return (
    <Dialog
      // A new record is null, so the dialogue gets an object.
      of={edited === undefined ? null : { edited }}
      title={(shown) =>
        shown.edited === null
          ? t('New {{noun}}', { noun })
          : `${capitalised(noun)} “${nameOf(valuesOf(shown.edited))}”`
      }
      size={size}
      onClose={onClose}
    >
      {(shown) => <RecordForm {...props} edited={shown.edited} />}
    </Dialog>
  )
}

function RecordForm<Row, Values extends Record<string, unknown>>({
  noun,
  edited,
  nameOf,
  valuesOf,
  validate,
  save,
  children,
  onClose,
}: RecordFormProps<Row, Values>) {
  const form = useForm<Values>({ initialValues: valuesOf(edited), validate })
  const sent = useSentForm({
    form,
    onClose,
    send: (values) => save(values, edited),
    done: (_, values) =>
      `The ${noun} “${nameOf(values).trim()}” is ${edited === null ? 'added' : 'saved'}.`,
  })
  return (
    <DialogForm
      sent={sent}
      action={edited === null ? t('Add the {{noun}}', { noun }) : t('Save')}
      onCancel={onClose}
    >
      {children(form, edited)}
    </DialogForm>
  )
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The bounds of a number, both included. */
type Bounded = { minimum?: number; maximum?: number }

type RecordInputProps = {
  /** The fields in their record's declaration. */
  fields: Readonly<Record<string, { label: string; cell: Cell; schema: Bounded }>>
  name: string
  form: { getInputProps: UseFormReturnType<Record<string, unknown>>['getInputProps'] }
  /** The field's path in the form. Without it, its name. */
  path?: string
  /** The form's label, if it differs from the column's. Null inside a table. */
  label?: string | null
  /** The texts of the choices. */
  choices?: ComboboxData
  /** Whether the text has no line breaks. */
  isLine?: boolean
} & Pick<
  TextInputProps,
  'aria-label' | 'autoFocus' | 'description' | 'placeholder' | 'size' | 'withAsterisk'
>

/** The input of a field, by the kind in its record. */
export function RecordInput(props: RecordInputProps) {
  const { fields, name, form, path = name, choices = [], isLine = false, ...shown } = props
  const { label, cell, schema } = fields[name] ?? { label: name, cell: 'line', schema: {} }
  const bounds = { min: schema.minimum, max: schema.maximum }
  const type = cell === 'flag' ? 'checkbox' : 'input'
  const input = { label, ...shown, ...form.getInputProps(path, { type }) }
  switch (cell) {
    case 'amount':
      return <NumberField kind="amount" {...bounds} {...input} />
    case 'quantity':
      return <NumberField kind="pieces" {...bounds} {...input} />
    case 'rate':
      return <NumberField kind="rate" {...bounds} {...input} />
    case 'flag':
      return <Switch {...input} />
    case 'choice':
      return <Select data={choices} allowDeselect={false} {...input} />
    case 'text':
      if (isLine) return <TextInput {...input} />
      return <Textarea autosize minRows={2} maxRows={10} {...input} />
    case 'hsn':
      return <TextInput inputMode="numeric" {...input} />
    default:
      return <TextInput {...input} />
  }
}
