import { Type } from '@sinclair/typebox'
import type { Conn } from '../../db/connection.ts'
import type { Database } from '../../db/database.ts'
import { localNameText } from '../../forms.ts'
import { declareSetting, readSetting, writeSetting } from '../../settings.ts'
import { certificateNames } from './addresses.ts'

/** The last name of this computer by multicast DNS, such as `daybook.local`. Null before the first claim. */
export const claimedNameSetting = declareSetting({
  name: 'network.claimed_name',
  schema: Type.Union([localNameText, Type.Null()]),
  default: null,
})

/**
 * The names for certificates, including the last claimed name from the start on. The name is claimed again a second after the HTTPS port
 * opens, and a new certificate would close that port for a moment.
 */
export function namesWithClaimed({ read, write }: Pick<Database, 'read' | 'write'>) {
  let last = readClaimedName(read)
  return {
    names: (): string[] => [...new Set([...certificateNames(), ...(last === null ? [] : [last])])],
    async note(name: string): Promise<void> {
      if (name === last) return
      last = name
      await write((conn) => writeSetting(conn, claimedNameSetting, name))
    },
  }
}

/** Null before the first claim. */
export function readClaimedName(conn: Conn): string | null {
  return readSetting(conn, claimedNameSetting)
}
