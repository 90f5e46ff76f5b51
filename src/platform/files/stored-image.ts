import { hasCode } from '../errors.ts'
import { imageHeadBytes, imageKind } from './image-bytes.ts'
import type { ImageExtension } from './image-names.ts'
import type { FileStore } from './store.ts'

/** The kind of a stored image, by its first bytes; undefined when it is not there. */
export async function storedImageKind(
  store: FileStore,
  hash: string,
): Promise<ImageExtension | undefined> {
  try {
    return imageKind(await Bun.file(store.path('images', hash)).slice(0, imageHeadBytes).bytes())
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}
