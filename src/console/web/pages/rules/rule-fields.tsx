import { Autocomplete, Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ruleKeysQuery } from './rules-query.ts'
import type { firstField, RuleForm } from './use-rule-form.ts'

/** As many as the server takes. */
const charactersMax = 500

type RuleFieldsProps = { form: RuleForm; first: ReturnType<typeof firstField> }

/** What a rule says: of a label, or of a value. */
export function RuleFields(props: RuleFieldsProps) {
  return props.form.values.type === 'label' ? (
    <LabelFields {...props} />
  ) : (
    <ValueFields {...props} />
  )
}

function LabelFields({ form, first }: RuleFieldsProps) {
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput
        label="Label on the document"
        description="Capitals and signs do not matter."
        maxLength={charactersMax}
        data-autofocus={first === 'from' || undefined}
        {...form.getInputProps('from')}
      />
      <FieldInput
        label="Field that it stands for"
        data-autofocus={first === 'to' || undefined}
        {...form.getInputProps('to')}
      />
    </Group>
  )
}

function ValueFields({ form, first }: RuleFieldsProps) {
  const { deliversNothing } = form.values
  return (
    <>
      <FieldInput
        label="Field in which it stands"
        data-autofocus={first === 'key' || undefined}
        {...form.getInputProps('key')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="Value on the document"
          description="Capitals do not matter."
          maxLength={charactersMax}
          data-autofocus={first === 'from' || undefined}
          {...form.getInputProps('from')}
        />
        <TextInput
          label="Delivered as"
          description="Exactly as you type it."
          maxLength={charactersMax}
          data-autofocus={(first === 'to' && !deliversNothing) || undefined}
          disabled={deliversNothing}
          {...form.getInputProps('to')}
        />
      </Group>
      <Checkbox
        label="Deliver nothing"
        description="Documents that say so are handed over without this value."
        data-autofocus={(first === 'to' && deliversNothing) || undefined}
        checked={deliversNothing}
        onChange={({ currentTarget: { checked } }) => {
          form.setFieldValue('deliversNothing', checked)
          form.clearFieldError('to')
        }}
      />
    </>
  )
}

/** The name of a field as it is delivered, such as invoice_no. */
function FieldInput(props: { label: string }) {
  const keys = useQuery(ruleKeysQuery)
  return (
    <Autocomplete
      description="Choose one, or type another."
      data={keys.data?.keys ?? []}
      limit={50}
      maxDropdownHeight={240}
      maxLength={charactersMax}
      // It may have the focus as soon as the form opens, and must not cover it then.
      openOnFocus={false}
      {...props}
    />
  )
}
