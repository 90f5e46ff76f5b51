import {
  Autocomplete,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, ask } from '../../client.ts'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { messageOf } from '../../refusal.ts'
import { ChangeProgress } from './change-progress.tsx'
import { NoPreviewYet, RulePreview } from './rule-preview.tsx'
import { formatCount } from '../../parts/money.tsx'
import { allRules, changesQuery, ruleKeysQuery, type SentRule } from './rules-query.ts'
import { allDocuments, categoryChoices, categoryOf } from './words.ts'

/** The rule that the form begins with; with an id it is a rule that is there. */
export type RuleDraft = SentRule & { id?: string }

/** Typing has come to rest for so long before waiting scans are looked through, in milliseconds. */
const previewAfterMs = 400

type RuleDialogProps = { draft: RuleDraft | null; onClose: () => void }

export function RuleDialog({ draft, onClose }: RuleDialogProps) {
  return (
    <Modal
      opened={draft !== null}
      onClose={onClose}
      title={draft?.id === undefined ? 'New rule' : 'Change the rule'}
      size="xl"
    >
      {draft !== null && <RuleForm draft={draft} onClose={onClose} />}
    </Modal>
  )
}

type Values = { type: SentRule['type']; category: string; key: string; from: string; to: string }

function useRuleForm(draft: RuleDraft) {
  return useForm<Values>({
    initialValues: {
      type: draft.type,
      category: draft.category ?? 'all',
      key: draft.key ?? '',
      from: draft.from,
      to: draft.to,
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
      to: (to, { type }) =>
        type === 'label' && to.trim() === '' ? 'Say which field the label stands for.' : null,
    },
  })
}

function RuleForm({ draft, onClose }: { draft: RuleDraft; onClose: () => void }) {
  const client = useQueryClient()
  const form = useRuleForm(draft)
  const isShown = useIsShown()
  const { submit, isSending, refusal } = useSentForm<Values, { renormalised: number }>({
    form,
    async send(values) {
      try {
        return await saveRule(draft.id, values)
      } catch (error) {
        // The form may have been closed while the change waited for its turn: it is told all the same.
        if (!isShown.current) tellRefusal(values, error)
        throw error
      } finally {
        void client.invalidateQueries({ queryKey: changesQuery.queryKey })
      }
    },
    async onDone({ renormalised }, { from }) {
      if (isShown.current) onClose()
      notifications.show({
        message: `The rule for “${from}” holds. ${changedSentence(renormalised)}`,
      })
      await client.invalidateQueries({ queryKey: allRules })
    },
  })
  const { type } = form.values
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
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
        {type === 'label' ? <LabelFields form={form} /> : <ValueFields form={form} />}
        <Select
          label="In which documents"
          description="A rule for one kind of document comes before a rule for all."
          data={[{ value: 'all', label: allDocuments }, ...categoryChoices]}
          allowDeselect={false}
          {...form.getInputProps('category')}
        />
        <LivePreview id={draft.id} values={form.values} />
        <ChangeProgress />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {isSending ? 'Close: it goes on by itself' : 'Cancel'}
          </Button>
          <Button type="submit" loading={isSending}>
            {draft.id === undefined ? 'Add the rule' : 'Save the rule'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const explained = {
  label:
    'Documents print the same thing under many labels. The rule says which field one stands for.',
  value: 'Documents write the same value in many ways. The rule says what one is delivered as.',
} as const

type Form = ReturnType<typeof useRuleForm>

function LabelFields({ form }: { form: Form }) {
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <TextInput
        label="Label on the document"
        description="Capitals and signs do not matter."
        data-autofocus
        {...form.getInputProps('from')}
      />
      <FieldInput
        label="Field that it stands for"
        description="Choose one, or type another."
        {...form.getInputProps('to')}
      />
    </Group>
  )
}

function ValueFields({ form }: { form: Form }) {
  return (
    <>
      <FieldInput
        label="Field in which it stands"
        description="Choose one, or type another."
        {...form.getInputProps('key')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="Value on the document"
          description="Capitals do not matter."
          {...form.getInputProps('from')}
        />
        <TextInput
          label="Delivered as"
          description="Exactly as you type it; may be empty."
          {...form.getInputProps('to')}
        />
      </Group>
    </>
  )
}

type FieldInputProps = { label: string; description: string }

/** The name of a field as it is delivered, such as invoice_no. */
function FieldInput(props: FieldInputProps) {
  const keys = useQuery(ruleKeysQuery)
  return <Autocomplete data={keys.data?.keys ?? []} limit={50} maxDropdownHeight={240} {...props} />
}

function LivePreview({ id, values }: { id: string | undefined; values: Values }) {
  const [rested] = useDebouncedValue(values, previewAfterMs)
  const { from, to, key, type } = rested
  const isComplete = from.trim() !== '' && (type === 'label' ? to.trim() !== '' : key.trim() !== '')
  if (!isComplete) return <NoPreviewYet />
  return <RulePreview change={{ put: [sentOf(rested)], remove: id === undefined ? [] : [id] }} />
}

function saveRule(id: string | undefined, values: Values) {
  const rule = sentOf(values)
  return ask(id === undefined ? api.rules.post(rule) : api.rules({ id }).change.post(rule))
}

function sentOf({ type, category, key, from, to }: Values): SentRule {
  return { type, category: categoryOf(category), key: type === 'value' ? key : null, from, to }
}

/** What became of the waiting scans. */
function changedSentence(count: number): string {
  if (count === 0) return 'No waiting scan changed.'
  return count === 1 ? '1 waiting scan changed.' : `${formatCount(count)} waiting scans changed.`
}

function tellRefusal({ from }: Values, error: unknown): void {
  notifications.show({
    color: 'red',
    title: `The rule for “${from}” was not saved`,
    message: messageOf(error),
    autoClose: false,
  })
}

function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
