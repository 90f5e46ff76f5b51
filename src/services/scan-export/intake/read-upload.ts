import { basename } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { readBytes } from '../../../platform/http/body.ts'
import { isJsonObject, parseJsonText, type JsonValue } from '../../../platform/json/json.ts'
import { refuseCrowdedJson } from '../../../platform/json/large-json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { checkedCategory, type Category } from '../../../paper/categories.ts'
import { checkedRaw } from '../../../paper/received.ts'
import type { IncomingDocument } from './receive-scans.ts'

/** Length of a file's name, in characters. */
export const filenameLengthMax = 255

/** Files of one upload. */
export const filesMax = 100

/** Control characters and marks that change the direction of text. With them a name could look like another name. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

type Upload = { category: Category; documents: IncomingDocument[] }

/** A JSON upload: a document that another scanner has read. Throws AppError `invalid_request`. */
export function readJsonUpload(body: unknown): Upload {
  // The parser accepts only objects. An empty object fails at its first field.
  const { category: given, filename: name, raw } = isJsonObject(body) ? body : {}
  const category = checkedCategory(given)
  const filename = checkedFilename(name)
  return { category, documents: [{ filename, bytes: null, raw: checkedRaw(raw) }] }
}

/** Files sent as multipart/form-data, with `category` and optionally `raw`. Throws AppError `invalid_request`. */
export async function readMultipartUpload(request: Request): Promise<Upload> {
  const form = await formOf(request)
  const category = checkedCategory(form.get('category') ?? undefined)
  // With a browser's types loaded, Bun's types forget that a form can hold files.
  const sent: Iterable<string | File> = form.values()
  const files = [...sent].filter((value) => typeof value !== 'string')
  if (files.length < 1 || files.length > filesMax) {
    throw new AppError('invalid_request', `Send 1 to ${filesMax} files, got ${files.length}.`)
  }
  const raw = rawTextOf(form.get('raw'))
  if (raw !== undefined && files.length > 1) {
    throw new AppError(
      'invalid_request',
      'raw belongs to one file: send each file in a request of its own.',
    )
  }
  const read = raw === undefined ? null : checkedRaw(await parseRaw(raw))
  const documents = await Promise.all(
    files.map(async (file) => ({
      filename: checkedFilename(file.name),
      bytes: new Uint8Array(await file.arrayBuffer()),
      raw: read,
    })),
  )
  return { category, documents }
}

async function parseRaw(text: string): Promise<JsonValue> {
  await refuseCrowdedJson(new TextEncoder().encode(text), 'raw')
  return parseJsonText(text, 'raw')
}

/** Empty text and `null` count as absent. */
function rawTextOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' && raw.trim() !== 'null' ? raw : undefined
}

/** Reads the body into memory first: a body of unknown length must keep to the same limit. */
async function formOf(request: Request) {
  const bytes = await readBytes(request)
  const contentType = request.headers.get('content-type') ?? ''
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new AppError('invalid_request', 'The body is not valid multipart/form-data.')
  }
}

/** The file's name without folders, which browsers and scripts may send. Throws AppError `invalid_request`. */
export function checkedFilename(value: unknown): string {
  const name = typeof value === 'string' ? plainName(value) : ''
  if (name.length >= 1 && name.length <= filenameLengthMax) return name
  throw notAllowed('filename', `text of 1 to ${filenameLengthMax} characters`, value)
}

/** '' when the path is a folder. */
function plainName(path: string): string {
  const name = toNfc(basename(path.replaceAll('\\', '/')))
    .replaceAll(unseen, '')
    .trim()
  return name === '.' || name === '..' ? '' : name
}
