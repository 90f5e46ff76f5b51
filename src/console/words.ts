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

/** The roles of users. An owner may do everything. Other users have one or both of the other roles. */
export type RoleName = 'owner' | 'counter' | 'clerk'

/** The role and duties of a user, as the server sends them. An owner has every duty. */
type Standing = { role: 'owner' | 'member'; duties: readonly ('counter' | 'clerk')[] }

/** The names of the roles, as shops use them. */
export const roleNames: Readonly<Record<RoleName, string>> = {
  owner: t('Owner'),
  counter: t('Counter'),
  clerk: t('Clerk'),
}

/** What a role may do, in a sentence for the owner who gives the role. */
export const roleMeanings: Readonly<Record<RoleName, string>> = {
  owner: t('Everything: all documents, orders and prices, users, settings.'),
  counter: t('Products, stock, offers and orders.'),
  clerk: t('Uploads documents and types them in; sees only their own.'),
}

export function hasRole({ role, duties }: Standing, wanted: RoleName): boolean {
  return role === 'owner' || duties.some((duty) => duty === wanted)
}

/** "Owner", "Counter and clerk" */
export function rolesOf({ role, duties }: Standing): string {
  if (role === 'owner') return roleNames.owner
  const names = (['counter', 'clerk'] as const).filter((name) => duties.includes(name))
  const [first = 'clerk', ...others] = names
  return [roleNames[first], ...others].join(t(' and '))
}
