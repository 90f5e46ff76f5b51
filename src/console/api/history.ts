import { isDeepStrictEqual } from 'node:util'
import type { Static, TSchema } from '@sinclair/typebox'
import { accountActions, importActions, recorderOf } from '../../accounts/history.ts'
import { bookActions } from '../../books/mapping/map.ts'
import { importResultActions } from '../../books/results/store-result.ts'
import { nameActions } from '../../names/rules.ts'
import { retentionActions } from '../../platform/upkeep/retention.ts'
import { gstr2bActions } from '../../gstr2b/history.ts'
import { scanActions } from '../../services/scan-export/service.ts'
import { storefrontActions } from '../../services/storefront/service.ts'
import { readSetting, type Setting, writeSetting } from '../../platform/settings.ts'
import type { ConsoleDeps } from './deps.ts'

/** Actions that exist only in the console. */
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
  ...gstr2bActions,
  ...storefrontActions,
  ...accountActions,
  ...importActions,
  ...importResultActions,
  ...nameActions,
  ...bookActions,
  ...settingActions,
  ...retentionActions,
}

/** All actions in account history. The page has words for each. */
export type HistoryAction = keyof typeof kindOfAction

/** The subjects of entries, for the page's filter. */
export type HistoryKind = (typeof kindOfAction)[HistoryAction]

export const historyKinds = [...new Set(Object.values(kindOfAction))]

export function actionsOfKind(kind: HistoryKind): string[] {
  return Object.entries(kindOfAction).flatMap(([action, its]) => (its === kind ? [action] : []))
}

/** Undefined for an action of another Daybook version. */
export function findKindOf(action: string): HistoryKind | undefined {
  return new Map<string, HistoryKind>(Object.entries(kindOfAction)).get(action)
}

/** Changes a setting and enters the change in account history. An equal value changes nothing. */
export async function changeSetting<T extends TSchema>(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  setting: Setting<T>,
  value: Static<T>,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    if (isDeepStrictEqual(readSetting(conn, setting), value)) return
    writeSetting(conn, setting, value)
    const details = { setting: setting.name, value }
    recordHistory(conn, clock.now(), { action: 'settings changed', userId: by, details })
  })
}
