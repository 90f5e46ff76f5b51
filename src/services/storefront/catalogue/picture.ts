import { AppError } from '../../../platform/errors.ts'
import { FileGone, withStoredFiles } from '../../../platform/files/file-rows.ts'
import { judgeImage } from '../../../platform/files/image-bytes.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { imageUrl } from '../images/image-refs.ts'
import type { StorefrontDeps } from '../parts.ts'

/** What becomes of the image of a category or an offer: base64 of another one, null for none, undefined: as it is. */
export type PictureInput = string | null | undefined

/**
 * Runs an act with what a line says of its image (`image_url`), which is brought to the disk before.
 * Throws AppError `invalid_request` with the field `image` for what is no image.
 */
export async function writePictured<T>(
  { database, store }: StorefrontDeps,
  input: PictureInput,
  command: (conn: Conn, image: JsonObject) => T,
): Promise<T> {
  if (input === undefined) return await database.write((conn) => command(conn, {}))
  if (input === null) return await database.write((conn) => command(conn, { image_url: null }))
  const { bytes, hash, file } = readPicture(input)
  return await withStoredFiles(
    async () => void (await store.put('images', bytes)),
    () =>
      database.write((conn) => {
        if (!store.has('images', hash)) throw new FileGone(file)
        return command(conn, { image_url: imageUrl(file, '') })
      }),
  )
}

function readPicture(base64: string) {
  const bytes = bytesOf(base64)
  const judged = judgeImage(bytes)
  if ('reason' in judged) throw badPicture(`The image ${judged.reason}.`)
  const hash = Bun.SHA256.hash(bytes, 'hex')
  return { bytes, hash, file: `${hash}.${judged.extension}` }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(base64)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badPicture('The image must come in base64.')
  }
}

function badPicture(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'image' })
}
