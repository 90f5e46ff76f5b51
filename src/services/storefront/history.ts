import { recorderOf } from '../../accounts/history.ts'

/** The storefront's actions in account history, and the subject of each. */
export const storefrontActions = {
  'orders acknowledged': 'deliveries',
  'orders put back': 'deliveries',
  'order placed': 'orders',
  'order moved': 'orders',
  'orders moved': 'orders',
  'invoice made': 'orders',
  'credit note made': 'orders',
  'goods returned': 'orders',
  'invoice settings changed': 'settings',
  'customers forgotten': 'orders',
  'product added': 'catalogue',
  'product changed': 'catalogue',
  'products changed': 'catalogue',
  'products imported': 'catalogue',
  'products sent': 'catalogue',
  'stock sent': 'catalogue',
  'products deleted': 'catalogue',
  'category added': 'catalogue',
  'category changed': 'catalogue',
  'category moved': 'catalogue',
  'category deleted': 'catalogue',
  'offer added': 'catalogue',
  'offer changed': 'catalogue',
  'offer moved': 'catalogue',
  'offer deleted': 'catalogue',
} as const

/** The user or key that changes the catalogue. An import by command has none and enters nothing in account history. */
export type Doer = { userId: string; keyId?: string }

export const recordHistory = recorderOf<keyof typeof storefrontActions>()
