import { counted } from './components/values.tsx'

export const documentCategories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

export type DocumentCategory = (typeof documentCategories)[number]

/** What kind of paper one document is, in the words on the paper. */
export const categoryNames: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: 'Vendor bill',
  purchase_order: 'Purchase order',
  bank_entry: 'Bank statement',
}

/** The category of a choice, or of an entry that may be older than this page; null when it is none. */
export function categoryOf(choice: string | null): DocumentCategory | null {
  return documentCategories.find((category) => category === choice) ?? null
}

export const serviceNames = { 'scan-export': 'Document export', storefront: 'Storefront' } as const

/** "1 document waits", "3 documents wait" */
export function documentsWait(count: number): string {
  return `${counted(count, 'document')} ${count === 1 ? 'waits' : 'wait'}`
}

/** The documents of a category, where many are spoken of. */
export const categoryPlurals: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: 'Vendor bills',
  purchase_order: 'Purchase orders',
  bank_entry: 'Bank statements',
}
