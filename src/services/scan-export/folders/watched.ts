import { Type, type Static } from '@sinclair/typebox'
import { categories } from '../categories.ts'

/** Folders of one shop: one for each user and kind of paper is more than any needs. */
export const foldersMax = 20

/** Length of a path, in characters (source: Linux's PATH_MAX). */
const pathLengthMax = 4096

/** A folder whose files become documents: whose, and of which kind. */
const watchedFolder = Type.Object({
  id: Type.String(),
  path: Type.String({ maxLength: pathLengthMax }),
  userId: Type.String(),
  category: Type.Union(categories.map((category) => Type.Literal(category))),
})

export type WatchedFolder = Static<typeof watchedFolder>

export const foldersSetting = {
  name: 'scan-export.folders',
  schema: Type.Array(watchedFolder, { maxItems: foldersMax }),
  default: [],
}

/** Where files go that are done, inside the folder. */
export const doneFolders = { read: 'read', failed: 'failed' } as const
