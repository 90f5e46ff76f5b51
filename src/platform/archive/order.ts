import { Type, type Static } from '@sinclair/typebox'

/** What is to be in the archive of one document. */
const archivedDocument = Type.Object({
  id: Type.String(),
  /** The folder of its month: `2026-11`. */
  month: Type.String(),
  /** What its files are called, without an ending. */
  name: Type.String(),
  /** 1, and one more each time that its facts were written anew. */
  version: Type.Integer({ minimum: 1 }),
  /** The original in Daybook's store; null where there is none, or where it is in the archive already. */
  original: Type.Union([
    Type.Null(),
    Type.Object({
      path: Type.String(),
      sha256: Type.String(),
      ending: Type.String(),
      /** Whether the rest is written without an original that is damaged or missing in the store. */
      mayLack: Type.Boolean(),
    }),
  ]),
  /** The page of what it says, HTML. */
  page: Type.String(),
  /** Its line in the index, without what is filled in here: the names of the files. */
  cells: Type.Array(Type.String()),
})

export type ArchivedDocument = Static<typeof archivedDocument>

/** An archive: its folder, and what its marker file says (see marker.ts). */
const archivePlace = Type.Object({ path: Type.String(), id: Type.String() })

export type ArchivePlace = Static<typeof archivePlace>

const ownFolders = Type.Object({ dataRoot: Type.String(), others: Type.Array(Type.String()) })

/**
 * What the process is told that works in the archive (`daybook write-archive`), as JSON. `own`: folders that an archive may not
 * be, hold or lie in. `columns`: the header of the index.
 */
export const archiveOrder = Type.Union([
  Type.Object({
    task: Type.Literal('name'),
    path: Type.String(),
    own: ownFolders,
    /** Whose archive it is to be, and under which id unless it has one. A shop is told by when it was set up: its name may change. */
    shop: Type.String(),
    since: Type.Number(),
    newId: Type.String(),
    /** Only looks whether it could be one. */
    isTry: Type.Boolean(),
  }),
  Type.Object({
    task: Type.Literal('write'),
    /** Held while it works: two would write lines twice. */
    lock: Type.String(),
    place: archivePlace,
    own: ownFolders,
    columns: Type.Array(Type.String()),
    documents: Type.Array(archivedDocument),
  }),
])

export type ArchiveOrder = Static<typeof archiveOrder>

/** A line of what it answers. `path` of a document: that of its page, below the archive, with slashes. */
export const archiveLine = Type.Union([
  Type.Object({ named: archivePlace }),
  Type.Object({ written: Type.String(), path: Type.String() }),
  /** What keeps one document from the archive, or all of them (`id` null). */
  Type.Object({ id: Type.Union([Type.String(), Type.Null()]), problem: Type.String() }),
  /** Another process of the same Daybook is at it. */
  Type.Object({ busy: Type.Literal(true) }),
  /** It goes on: whoever waits may wait longer. */
  Type.Object({ alive: Type.Literal(true) }),
])

export type ArchiveLine = Static<typeof archiveLine>
