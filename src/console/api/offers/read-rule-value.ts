import { AppError } from '../../../platform/errors.ts'
import type { ruleKinds } from '../../../services/storefront/service.ts'

type Rule = { kind: (typeof ruleKinds)[number]; value: string }

const percentMax = 100
const rupeesMax = 10 ** 11

/** 10 · 10 % · ₹1,000 · Rs. 1,000/- */
const amount = /^(?:₹|rs\.?|inr)?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(?:%|\/-)?$/i

/**
 * What an offer gives, as it is kept: of a percentage and of an amount the number alone. What an import brought is left
 * as long as nobody changes it. Throws AppError `invalid_request` that names the field.
 */
export function readRuleValue({ kind, value }: Rule, before: Rule | undefined): string {
  const text = value.trim()
  const isLeft = before?.kind === kind && before.value === value
  if (isLeft || (kind !== 'percentage' && kind !== 'flat')) return text
  const number = Number(amount.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
  const most = kind === 'percentage' ? percentMax : rupeesMax
  if (number > 0 && number <= most) return String(number)
  throw new AppError('invalid_request', sentences[kind], { field: 'rule_value' })
}

const sentences = {
  percentage: 'Give a percentage that is more than 0 and at most 100, such as 10.',
  flat: 'Give an amount in rupees that is more than 0, such as 100.',
}
