import { Type, type Static } from '@sinclair/typebox'
import { pathText, uuidText } from '../../../platform/forms.ts'
import { categories } from '../../../paper/categories.ts'
import { declareSetting } from '../../../platform/settings.ts'

/** Folders of one shop. More than one for each user and kind of paper. */
export const foldersMax = 20

/** A folder whose files become documents. `userId`: whose documents; `category`: of which kind. */
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

/** Folders inside the watched folder, for finished files. */
export const doneFolders = { read: 'read', failed: 'failed' } as const
