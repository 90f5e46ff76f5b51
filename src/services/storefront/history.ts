import { recorderOf } from '../../accounts/history.ts'

/** What the storefront enters in account history, and what that is about. */
export const storefrontActions = {
  'orders acknowledged': 'deliveries',
  'orders put back': 'deliveries',
  'order placed': 'orders',
  'order moved': 'orders',
  'orders moved': 'orders',
  'invoice made': 'orders',
  'invoice settings changed': 'settings',
  'customers forgotten': 'orders',
  'products deleted': 'catalogue',
  'category deleted': 'catalogue',
  'offer deleted': 'catalogue',
} as const

export const recordHistory = recorderOf<keyof typeof storefrontActions>()
