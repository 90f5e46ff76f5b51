import type { Rule } from './rules-query.ts'

type Category = NonNullable<Rule['category']>

/** What the shop calls the categories of documents. */
export const categoryNames: Readonly<Record<Category, string>> = {
  vendor_invoice: 'Vendor invoices',
  purchase_order: 'Purchase orders',
  bank_entry: 'Bank entries',
}

export const categoryChoices = Object.entries(categoryNames).map(([value, label]) => ({
  value,
  label,
}))

export const allDocuments = 'All documents'

export function documentsOf(category: Category | null): string {
  return category === null ? allDocuments : categoryNames[category]
}

/** The category of a choice in a form or a filter; null when it is none. */
export function categoryOf(choice: string | null): Category | null {
  return choice === 'vendor_invoice' || choice === 'purchase_order' || choice === 'bank_entry'
    ? choice
    : null
}
