import { Type, type Static } from '@sinclair/typebox'
import { pathText, uuidText } from '../../../platform/forms.ts'
import { categories } from '../../../paper/categories.ts'
import { declareSetting } from '../../../platform/settings.ts'

/** Folders of one shop: one for each user and kind of paper is more than any needs. */
export const foldersMax = 20

/** A folder whose files become documents: whose, and of which kind. */
const watchedFolder = Type.Object({
  id: uuidText,
  path: pathText,
  userId: uuidText,
  category: Type.Union(categories.map((category) => Type.Literal(category))),
})

export type WatchedFolder = Static<typeof watchedFolder>

export const foldersSetting = declareSetting({
  name: 'scan-export.folders',
  schema: Type.Array(watchedFolder, { maxItems: foldersMax }),
  default: [],
})

/** Where files go that are done, inside the folder. */
export const doneFolders = { read: 'read', failed: 'failed' } as const
