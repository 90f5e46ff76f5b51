import { Type, type Static } from '@sinclair/typebox'

/** The parts of one document for the archive. */
const archivedDocument = Type.Object({
  id: Type.String(),
  /** The folder of its month: `2026-11`. */
  month: Type.String(),
  /** The name of its files, without an extension. */
  name: Type.String(),
  /** Starts at 1, and grows by one each time its facts are written anew. */
  version: Type.Integer({ minimum: 1 }),
  /** The original in Daybook's store. Null without one, or when the archive has it already. */
  original: Type.Union([
    Type.Null(),
    Type.Object({
      path: Type.String(),
      sha256: Type.String(),
      ending: Type.String(),
      /** Whether the rest is written when the original is damaged or missing in the store. */
      mayLack: Type.Boolean(),
    }),
  ]),
  /** The page with the document's content, as HTML. */
  page: Type.String(),
  /** Its line in the index, without the names of the files: these are filled in here. */
  cells: Type.Array(Type.String()),
})

export type ArchivedDocument = Static<typeof archivedDocument>

/** An archive: its folder, and what its marker file says (see marker.ts). */
const archivePlace = Type.Object({ path: Type.String(), id: Type.String() })

export type ArchivePlace = Static<typeof archivePlace>

const ownFolders = Type.Object({ dataRoot: Type.String(), others: Type.Array(Type.String()) })

/**
 * The job of the archive process (`daybook write-archive`), as JSON. `own`: folders that an archive may not be, contain or lie in.
 * `columns`: the header of the index.
 */
export const archiveOrder = Type.Union([
  Type.Object({
    task: Type.Literal('name'),
    path: Type.String(),
    own: ownFolders,
    /**
     * The shop that owns the archive, and the archive's id unless it has one already. A shop is identified by the time of its set-up,
     * because its name may change.
     */
    shop: Type.String(),
    since: Type.Number(),
    newId: Type.String(),
    /** Only checks whether the folder could be an archive. */
    isTry: Type.Boolean(),
  }),
  Type.Object({
    task: Type.Literal('write'),
    /** The lock held while working: two processes would write lines twice. */
    lock: Type.String(),
    place: archivePlace,
    own: ownFolders,
    columns: Type.Array(Type.String()),
    documents: Type.Array(archivedDocument),
  }),
])

export type ArchiveOrder = Static<typeof archiveOrder>

/** A line of its answer. `path` of a document: the path of its page, below the archive, with slashes. */
export const archiveLine = Type.Union([
  Type.Object({ named: archivePlace }),
  Type.Object({ written: Type.String(), path: Type.String() }),
  /** What keeps one document out of the archive, or all of them (`id` null). */
  Type.Object({ id: Type.Union([Type.String(), Type.Null()]), problem: Type.String() }),
  /** Another process of the same Daybook is at work. */
  Type.Object({ busy: Type.Literal(true) }),
  /** A sign of life: the caller may wait longer. */
  Type.Object({ alive: Type.Literal(true) }),
])

export type ArchiveLine = Static<typeof archiveLine>
