import { accountActions, importActions, recorderOf } from '../../accounts/history.ts'
import { bookActions } from '../../books/mapping/history.ts'
import { importResultActions } from '../../books/results/take-results.ts'
import { nameActions } from '../../names/rules.ts'
import { retentionActions } from '../../platform/upkeep/retention.ts'
import { scanActions } from '../../services/scan-export/service.ts'
import { storefrontActions } from '../../services/storefront/service.ts'

/** What entries are about: how the page lets one choose. */
export const historyKinds = [
  'deliveries',
  'documents',
  'orders',
  'sign-ins',
  'keys',
  'users',
  'rules',
  'names',
  'books',
  'catalogue',
  'settings',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What is decided at the console alone. */
const settingActions = {
  'settings changed': 'settings',
  'network changed': 'settings',
  'https changed': 'settings',
  'backup made': 'settings',
  'backup deleted': 'settings',
  'second place changed': 'settings',
} as const

export const recordHistory = recorderOf<keyof typeof settingActions | keyof typeof nameActions>()

const kindOfAction = {
  ...scanActions,
  ...storefrontActions,
  ...accountActions,
  ...importActions,
  ...importResultActions,
  ...nameActions,
  ...bookActions,
  ...settingActions,
  ...retentionActions,
} satisfies Record<string, HistoryKind>

/** Everything that account history holds: the page has words for each. */
export type HistoryAction = keyof typeof kindOfAction

export function actionsOfKind(kind: HistoryKind): string[] {
  return Object.entries(kindOfAction).flatMap(([action, its]) => (its === kind ? [action] : []))
}

/** Undefined for an action that only another version of Daybook knows. */
export function findKindOf(action: string): HistoryKind | undefined {
  return new Map<string, HistoryKind>(Object.entries(kindOfAction)).get(action)
}
