import { imageBytesMax } from '../../platform/files/images.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { notAllowed } from '../../platform/record/read.ts'
import { type Line, lineError } from './kind.ts'
import { readNamedFile } from './source.ts'

/** Decodes a picture from a data URL or plain base64. Throws AppError `invalid_request`. */
export function readBase64(field: string, text: JsonValue | undefined): Uint8Array<ArrayBuffer> {
  if (typeof text === 'string') {
    try {
      return Uint8Array.fromBase64(text.replace(/^data:[^,]*;base64,/i, ''))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  throw notAllowed(field, 'an image in base64, with or without "data:…;base64,"', text)
}

/** A product's line that contains its pictures. */
export type Pictured = Line & { warnings: string[] }

/**
 * Loads the pictures that product lines name (`image_file`, and `file` of an entry in `images`) into the lines. Leaves out a picture that
 * cannot be read, with a warning.
 */
export async function* withPictureFiles(
  lines: AsyncIterable<Line>,
  folder: string,
): AsyncGenerator<Pictured> {
  for await (const line of lines) {
    const read = reader(folder)
    const value = await withImageEntries(await withFirstImage(line.value, read), read)
    yield { line: line.line, value, size: line.size + read.characters(), warnings: read.warnings }
  }
}

type Reader = {
  /** The picture as fields of a record. Undefined, with a warning, when it cannot be read. */
  read(field: string, path: JsonValue): Promise<{ base64: string; type: string } | undefined>
  warnings: string[]
  characters(): number
}

function reader(folder: string): Reader {
  const warnings: string[] = []
  let characters = 0
  return {
    warnings,
    characters: () => characters,
    async read(field, path) {
      const input = { folder, field, path, bytesMax: imageBytesMax }
      const picture = await readNamedFile(input).catch(lineError)
      if ('error' in picture) {
        warnings.push(picture.error)
        return undefined
      }
      const base64 = picture.bytes.toBase64()
      characters += base64.length
      return { base64, type: picture.type }
    },
  }
}

async function withFirstImage(record: JsonObject, { read }: Reader): Promise<JsonObject> {
  const { image_file: path, ...rest } = record
  if (path === undefined || path === null) return rest
  const picture = await read('image_file', path)
  if (picture === undefined) return rest
  return { ...rest, image_base64: picture.base64, image_content_type: picture.type }
}

async function withImageEntries(record: JsonObject, { read }: Reader): Promise<JsonObject> {
  const entries = record['images']
  if (!Array.isArray(entries) || !entries.some(namesFile)) return record
  const images: JsonValue[] = []
  for (const [i, entry] of entries.entries()) {
    if (!namesFile(entry)) {
      images.push(entry)
      continue
    }
    const { file, ...rest } = entry
    const picture = await read(`images[${i}].file`, file)
    if (picture === undefined) continue
    images.push({ ...rest, base64: picture.base64, content_type: picture.type })
  }
  return { ...record, images }
}

function namesFile(entry: JsonValue): entry is JsonObject & { file: JsonValue } {
  return isJsonObject(entry) && entry['file'] !== undefined
}
