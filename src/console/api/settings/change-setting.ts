import type { Static, TSchema } from '@sinclair/typebox'
import { recordHistory } from '../../../accounts/history.ts'
import { readSetting, writeSetting, type Setting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../parts.ts'

/** Changes a setting and enters it in account history; the same value again changes nothing. */
export async function changeSetting<T extends TSchema>(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  setting: Setting<T>,
  value: Static<T>,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    if (readSetting(conn, setting) === value) return
    writeSetting(conn, setting, value)
    recordHistory(conn, clock.now(), {
      action: 'settings changed',
      userId: by,
      details: { setting: setting.name, value },
    })
  })
}
