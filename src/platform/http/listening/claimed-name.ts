import { Type } from '@sinclair/typebox'
import type { Conn } from '../../db/connection.ts'
import type { Database } from '../../db/database.ts'
import { localNameText } from '../../forms.ts'
import { declareSetting, readSetting, writeSetting } from '../../settings.ts'
import { certificateNames } from './addresses.ts'

/** What this computer was called last by multicast DNS, such as `daybook.local`; null before the first time. */
export const claimedNameSetting = declareSetting({
  name: 'network.claimed_name',
  schema: Type.Union([localNameText, Type.Null()]),
  default: null,
})

/**
 * The names for certificates, with the one that was claimed last from the start on: it is claimed a second after the
 * port of HTTPS is open, and a certificate that had to be made anew for it would close that port for a moment.
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

/** Null before the first time. */
export function readClaimedName(conn: Conn): string | null {
  return readSetting(conn, claimedNameSetting)
}
