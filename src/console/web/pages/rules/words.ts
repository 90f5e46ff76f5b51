import { documentCategories, type DocumentCategory } from '../../parts/document-categories.ts'

/** What the shop calls the categories of documents. */
export const categoryNames: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: 'Vendor bills',
  purchase_order: 'Purchase orders',
  bank_entry: 'Bank statements',
}

export const categoryChoices = Object.entries(categoryNames).map(([value, label]) => ({
  value,
  label,
}))

export const allDocuments = 'All documents'

export function documentsOf(category: DocumentCategory | null): string {
  return category === null ? allDocuments : categoryNames[category]
}

/** The category of a choice in a form or a filter; null when it is none. */
export function categoryOf(choice: string | null): DocumentCategory | null {
  return documentCategories.find((category) => category === choice) ?? null
}
