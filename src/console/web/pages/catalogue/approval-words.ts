import type { ListedProduct } from './products-query.ts'

type Approval = ListedProduct['approval']

/** What a state of approval is called. */
export const approvalWords: Readonly<Record<Approval, string>> = {
  approved: 'Approved',
  pending: 'Waiting for approval',
  rejected: 'Rejected',
  draft: 'Draft',
}

export const approvalChoices = (['approved', 'pending', 'rejected', 'draft'] as const).map(
  (value) => ({ value, label: approvalWords[value] }),
)
