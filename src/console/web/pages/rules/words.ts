import type { DocumentCategory } from '../../words.ts'

/** The documents of a category, as a rule counts for all of them. */
const documentsNames: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: 'Vendor bills',
  purchase_order: 'Purchase orders',
  bank_entry: 'Bank statements',
}

export const categoryChoices = Object.entries(documentsNames).map(([value, label]) => ({
  value,
  label,
}))

export const allDocuments = 'All documents'

export function documentsOf(category: DocumentCategory | null): string {
  return category === null ? allDocuments : documentsNames[category]
}
