import type { RenameRule, StoredRule } from '../../../services/scan-export/service.ts'

type SentRule = {
  type: 'label' | 'value'
  category?: RenameRule['category'] | undefined
  key?: string | null | undefined
  from: string
  to: string
}

/** A rule as the page shows it; `category` null for every document, `key` only of a value rule. */
export function shownRule(rule: StoredRule) {
  const { id, type, category, key, from, to } = rule
  return {
    id,
    type,
    category: category === '' ? null : category,
    key: type === 'value' ? key : null,
    from,
    to,
    updatedAt: new Date(rule.updatedAt).toISOString(),
  }
}

/** A rule as it was sent. */
export function sentRule({ type, category = null, key, from, to }: SentRule): RenameRule {
  return type === 'label'
    ? { type, from, to, category }
    : { type, key: key ?? '', from, to, category }
}
