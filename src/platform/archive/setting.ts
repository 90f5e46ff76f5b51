import { Type, type Static } from '@sinclair/typebox'
import type { Conn } from '../db/connection.ts'
import { pathText, uuidText } from '../forms.ts'
import { clearSetting, declareSetting, readPaused, readSetting, writeSetting } from '../settings.ts'

/** The folder that an owner named, and the id in its marker file. Null: documents are not archived. */
export const archiveSetting = declareSetting({
  name: 'archive',
  schema: Type.Union([Type.Null(), Type.Object({ path: pathText, id: uuidText })]),
  default: null,
})

/** The archive's state. Times in milliseconds since the epoch. 0: never. */
export const archiveStateSetting = declareSetting({
  name: 'archive.state',
  schema: Type.Object({
    /** When a document was last written, or nothing was left to write. */
    wroteAt: Type.Number(),
    /** What keeps documents out of the archive, and since when. Null without a problem. */
    problem: Type.Union([Type.Null(), Type.Object({ says: Type.String(), since: Type.Number() })]),
    /** Documents that were deleted without being archived because the disk was nearly full, and when the last of them was. */
    lost: Type.Object({ count: Type.Number(), at: Type.Number() }),
  }),
  default: { wroteAt: 0, problem: null, lost: { count: 0, at: 0 } },
})

type Archive = Static<typeof archiveSetting.schema>

export type ArchiveState = Static<typeof archiveStateSetting.schema>

export function changeArchiveState(conn: Conn, change: Partial<ArchiveState>): void {
  writeSetting(conn, archiveStateSetting, { ...readSetting(conn, archiveStateSetting), ...change })
}

/** Documents are archived there from now on. Null: nowhere. The content of an archive stays. */
export function changeArchive(conn: Conn, archive: Archive): void {
  clearSetting(conn, archiveStateSetting)
  writeSetting(conn, archiveSetting, archive)
}

export function isArchiving(conn: Conn): boolean {
  return readSetting(conn, archiveSetting) !== null
}

/** The archive that documents are kept for, even when it is paused because the data came from elsewhere. */
export function findArchiveWanted(conn: Conn): Archive {
  return readSetting(conn, archiveSetting) ?? readPaused(conn, archiveSetting) ?? null
}

/** The archive and its state. Undefined while documents are not archived. */
export function readArchive(
  conn: Conn,
): { path: string; id: string; state: ArchiveState } | undefined {
  const archive = readSetting(conn, archiveSetting)
  return archive === null
    ? undefined
    : { ...archive, state: readSetting(conn, archiveStateSetting) }
}
