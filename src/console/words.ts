import { tCounted } from './components/values.tsx'
import { t } from './language/language.ts'

export const documentCategories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

export type DocumentCategory = (typeof documentCategories)[number]

/** The kind of a single document, in the words on the paper. */
export const categoryNames: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: t('Vendor bill'),
  purchase_order: t('Purchase order'),
  bank_entry: t('Bank statement'),
}

/** The category of a choice, or of an entry that may be older than this page. Null if it is no category. */
export function categoryOf(choice: string | null): DocumentCategory | null {
  return documentCategories.find((category) => category === choice) ?? null
}

export const serviceNames = {
  'scan-export': t('Document export'),
  storefront: t('Storefront'),
} as const

/** "1 document waits", "3 documents wait" */
export function documentsWait(count: number): string {
  const documents = tCounted(count, 'document')
  return count === 1
    ? t('{{documents}} waits', { documents })
    : t('{{documents}} wait', { documents })
}

/** The names of categories for many documents. */
export const categoryPlurals: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: t('Vendor bills'),
  purchase_order: t('Purchase orders'),
  bank_entry: t('Bank statements'),
}
