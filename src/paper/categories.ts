import { notAllowed } from '../platform/record/read.ts'

/** The kinds of documents. The contract fixes these three words. */
export const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

export type Category = (typeof categories)[number]

/** The words that people use for them. */
const documentWords: Readonly<Record<Category, string>> = {
  vendor_invoice: 'bill',
  purchase_order: 'purchase order',
  bank_entry: 'bank statement',
}

export function documentWord(category: Category): string {
  return documentWords[category]
}

/** Throws AppError `invalid_request`. */
export function checkedCategory(value: unknown): Category {
  const category = categories.find((name) => name === value)
  if (category !== undefined) return category
  throw notAllowed('category', `one of ${categories.join(', ')}`, value)
}
