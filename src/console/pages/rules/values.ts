import { useForm } from '@mantine/form'
import { categoryOf } from '../../words.ts'
import type { RuleDraft, SentRule } from './data.ts'

export type RuleValues = {
  type: SentRule['type']
  category: string
  key: string
  from: string
  to: string
  /** The user chose that the documents lose the value. The text was not just left empty. */
  deliversNothing: boolean
}

export type RuleForm = ReturnType<typeof useRuleForm>

export function useRuleForm(draft: RuleDraft) {
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
export function losesValue({ type, deliversNothing }: RuleValues): boolean {
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
