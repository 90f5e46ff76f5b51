import {
  Autocomplete,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { counted } from '../../components/values.tsx'
import { ChangeProgress, NoPreviewYet, RulePreview } from './changes.tsx'
import {
  allDocuments,
  categoryChoices,
  ruleKeysQuery,
  useRuleChange,
  type RuleDraft,
  type SentRule,
} from './data.ts'
import { categoryOf } from '../../words.ts'

/** The pause in typing before the preview, in milliseconds. */
const previewAfterMs = 400

type RuleDialogProps = { draft: RuleDraft | null; onClose: () => void }

export function RuleDialog({ draft, onClose }: RuleDialogProps) {
  return (
    <Dialog
      of={draft}
      title={({ id }) => (id === undefined ? 'New rule' : 'Change the rule')}
      size="xl"
      onClose={onClose}
    >
      {(begun) => <RuleEntry draft={begun} onClose={onClose} />}
    </Dialog>
  )
}

function RuleEntry({ draft, onClose }: { draft: RuleDraft; onClose: () => void }) {
  const follow = useRuleChange()
  const form = useRuleForm(draft)
  const sent = useSentForm<RuleValues, { renormalised: number }>({
    form,
    onClose,
    // The server may refuse the rule much later, because a change waits for its turn.
    lateTitle: ({ from }) => `The rule for “${from}” was not saved`,
    send: (values) => follow(saveRule(draft.id, values)),
    done: ({ renormalised }, { from }) =>
      `The rule for “${from}” holds. ${changedSentence(renormalised)}`,
  })
  const { type } = form.values
  return (
    <DialogForm
      sent={sent}
      action={draft.id === undefined ? 'Add the rule' : 'Save the rule'}
      cancel={sent.isSending ? 'Close: it goes on by itself' : 'Cancel'}
      onCancel={onClose}
    >
      <SegmentedControl
        aria-label="What the rule is for"
        data={[
          { value: 'label', label: 'A label' },
          { value: 'value', label: 'A value' },
        ]}
        {...form.getInputProps('type')}
      />
      <Text size="sm" c="dimmed">
        {explained[type]}
      </Text>
      <RuleFields form={form} first={firstField(draft)} />
      <Select
        label="In which documents"
        description="A rule for one kind of document comes before a rule for all."
        data={[{ value: 'all', label: allDocuments }, ...categoryChoices]}
        allowDeselect={false}
        {...form.getInputProps('category')}
      />
      <LivePreview id={draft.id} values={form.values} />
      <ChangeProgress />
    </DialogForm>
  )
}

const explained = {
  label:
    'Documents print the same thing under many labels. The rule says which field one stands for.',
  value: 'Documents write the same value in many ways. The rule says what one is delivered as.',
} as const

function LivePreview({ id, values }: { id: string | undefined; values: RuleValues }) {
  const [rested] = useDebouncedValue(values, previewAfterMs)
  if (!isComplete(rested)) return <NoPreviewYet />
  return (
    <RulePreview
      change={{ put: [sentOf(rested)], remove: id === undefined ? [] : [id] }}
      isLoss={id === undefined && losesValue(rested)}
    />
  )
}

function saveRule(id: string | undefined, values: RuleValues) {
  const rule = sentOf(values)
  return ask(id === undefined ? api.rules.post(rule) : api.rules({ id }).change.post(rule))
}

/** A sentence with the number of changed waiting documents. */
function changedSentence(count: number): string {
  return count === 0
    ? 'No waiting document changed.'
    : `${counted(count, 'waiting document')} changed.`
}

/** The most characters that the server takes. */
const charactersMax = 500

type RuleFieldsProps = { form: RuleForm; first: ReturnType<typeof firstField> }

/** The fields of a rule for a label or for a value. */
function RuleFields(props: RuleFieldsProps) {
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
        description="Documents that say so are delivered without this value."
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
      // The field may have the focus as soon as the form opens. The list must not cover the form then.
      openOnFocus={false}
      {...props}
    />
  )
}

export type RuleValues = {
  type: SentRule['type']
  category: string
  key: string
  from: string
  to: string
  /** The user chose that the documents lose the value. The text was not just left empty. */
  deliversNothing: boolean
}

type RuleForm = ReturnType<typeof useRuleForm>

function useRuleForm(draft: RuleDraft) {
  return useForm<RuleValues>({
    initialValues: {
      type: draft.type,
      category: draft.category ?? 'all',
      key: draft.key ?? '',
      from: draft.from,
      to: draft.to,
      deliversNothing: draft.id !== undefined && draft.type === 'value' && draft.to === '',
    },
    validate: {
      key: (key, { type }) =>
        type === 'value' && key.trim() === '' ? 'Say in which field the value stands.' : null,
      from: (from, { type }) =>
        from.trim() !== ''
          ? null
          : type === 'label'
            ? 'Type the label as the document prints it.'
            : 'Type the value as the document prints it.',
      to: (_, values) => (saysWhatFor(values) ? null : missing[values.type]),
    },
  })
}

const missing = {
  label: 'Say which field the label stands for.',
  value: 'Type what is delivered, or tick “Deliver nothing”.',
} as const

/** Whether the form is complete enough for a preview. */
export function isComplete(values: RuleValues): boolean {
  const { type, key, from } = values
  return from.trim() !== '' && (type === 'label' || key.trim() !== '') && saysWhatFor(values)
}

function saysWhatFor(values: RuleValues): boolean {
  return losesValue(values) || values.to.trim() !== ''
}

/** Whether the documents lose the value. */
function losesValue({ type, deliversNothing }: RuleValues): boolean {
  return type === 'value' && deliversNothing
}

export function sentOf(values: RuleValues): SentRule {
  const { type, category, key, from, to } = values
  return {
    type,
    category: categoryOf(category),
    key: type === 'value' ? key : null,
    from,
    to: losesValue(values) ? '' : to,
  }
}

/** The first empty field of a draft, which gets the focus. */
export function firstField({ type, key = '', from }: RuleDraft): 'key' | 'from' | 'to' {
  if (type === 'value' && (key ?? '') === '') return 'key'
  return from === '' ? 'from' : 'to'
}
