import { readFileSync } from 'node:fs'
import type { FileStore } from '../../platform/files/store.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts'
import { fileOfUrl, hashOf, isStoredFile } from '../../services/storefront/service.ts'
import type { ExportKind } from './kind.ts'

/** The kind with the bytes of its stored images in the lines, so that another installation gets them. */
export function withImages(kind: ExportKind, store: FileStore): ExportKind {
  return {
    ...kind,
    open(conn) {
      const { total, lines } = kind.open(conn)
      return { total, lines: inlined(lines, store) }
    },
  }
}

/** A line at a time: one product may have a hundred megabytes of images. */
function* inlined(lines: Iterable<JsonObject>, store: FileStore): Generator<JsonObject> {
  for (const line of lines) {
    const { images } = line
    yield {
      ...inlinedField(line, 'image_url', 'image_base64', store),
      ...(Array.isArray(images)
        ? { images: images.map((entry) => inlinedEntry(entry, store)) }
        : {}),
    }
  }
}

function inlinedEntry(entry: JsonValue, store: FileStore): JsonValue {
  return isJsonObject(entry) ? inlinedField(entry, 'url', 'base64', store) : entry
}

/** The object with the image itself in the place of its address; as it was when the image is not one of this server. */
function inlinedField(
  object: JsonObject,
  urlField: string,
  bytesField: string,
  store: FileStore,
): JsonObject {
  const { [urlField]: url, ...rest } = object
  const dataUrl = typeof url === 'string' ? dataUrlOf(url, store) : undefined
  return dataUrl === undefined ? object : { ...rest, [bytesField]: dataUrl }
}

function dataUrlOf(url: string, store: FileStore): string | undefined {
  const file = fileOfUrl(url)
  if (file === undefined || !isStoredFile(file) || !store.has('images', hashOf(file))) {
    return undefined
  }
  const base64 = readFileSync(store.path('images', hashOf(file))).toString('base64')
  return `data:${Bun.file(file).type};base64,${base64}`
}
