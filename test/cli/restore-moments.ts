import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a restore has come to a moment, by what is in its data directory; `images` are the hashes of what it brings. */
type IsReached = (root: string, images: readonly string[]) => boolean

/** When a restore is killed, in the order in which they come. */
export const restoreMoments: [string, IsReached][] = [
  ['when it begins to unpack', (root) => existsSync(join(root, 'restore.part', 'daybook.db'))],
  ['when it begins to keep the old data', (root) => keptFolder(root) !== undefined],
  [
    'when the old images are kept',
    (root) => existsSync(join(keptFolder(root) ?? root, 'images', 'ff')),
  ],
  ['when the new files come in', isMovingIn],
]

/** The first new image is in its place, and the new book is not yet: they come in by their names. */
function isMovingIn(root: string, images: readonly string[]): boolean {
  const [journal, unpacked] = [join(root, 'restore.json'), join(root, 'restore.part')]
  if (!existsSync(journal) || !readFileSync(journal, 'utf8').includes('"replacing"')) return false
  const [first = ''] = images.toSorted()
  const image = join(unpacked, 'images', first.slice(0, 2), first)
  return !existsSync(image) && existsSync(join(unpacked, 'daybook.db'))
}

/** Where a restore keeps the data as they were; undefined before it does. */
export function keptFolder(root: string): string | undefined {
  const name = readdirSync(root).find((entry) => entry.startsWith('before-restore-'))
  return name === undefined ? undefined : join(root, name)
}
