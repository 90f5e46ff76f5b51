import type { DocumentCategory } from '../../parts/document-categories.ts'
import type { ListedDocument } from './documents-query.ts'

/** What kind of paper it is, in the words on the paper. */
export const categoryNames: Record<DocumentCategory, string> = {
  vendor_invoice: 'Vendor bill',
  purchase_order: 'Purchase order',
  bank_entry: 'Bank statement',
}

type State = ListedDocument['state']

export const stateNames: Record<State, { name: string; color: string }> = {
  pending: { name: 'To be typed in', color: 'gray' },
  failed: { name: 'Could not be read', color: 'red' },
  waiting: { name: 'Waiting', color: 'cyan' },
  hidden: { name: 'Hidden duplicate', color: 'yellow' },
  synced: { name: 'Delivered', color: 'green' },
  settled: { name: 'Delivered as a duplicate', color: 'green' },
}
