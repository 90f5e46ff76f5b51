import { isDeepStrictEqual } from 'node:util'
import type { Static, TSchema } from '@sinclair/typebox'
import { readSetting, type Setting, writeSetting } from '../../../../platform/settings.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { recordHistory } from '../../../api/history.ts'

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
