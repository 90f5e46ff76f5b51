import { refusalOf } from '../../client.ts'
import type { DocumentCategory } from '../../words.ts'

/** What was made of a file. `before` is the document that came in with the same file earlier, when there is one. */
export type SentDocument = {
  id: string
  before: { id: string; filename: string; createdAt: string } | null
}

type SentFile = { file: File; category: DocumentCategory; key: string }

/**
 * Sends one file and tells how much of it is sent, from 0 to 1: fetch cannot say that. Returns the document.
 * Throws Refusal.
 */
export function sendFile(
  { file, category, key }: SentFile,
  onProgress: (sent: number) => void,
): Promise<SentDocument> {
  const form = new FormData()
  form.append('category', category)
  form.append('files', file, file.name)
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<SentDocument>()
  request.open('POST', '/console/api/documents')
  request.setRequestHeader('idempotency-key', key)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total)
  })
  request.addEventListener('load', () => {
    const document = request.status === 200 ? documentOf(request.responseText) : undefined
    if (document !== undefined) resolve(document)
    else reject(refusalOf(parsed(request.responseText), request.status))
  })
  request.addEventListener('error', () => reject(refusalOf(undefined, undefined)))
  request.addEventListener('abort', () => reject(refusalOf(undefined, undefined)))
  request.send(form)
  return promise
}

function documentOf(text: string): SentDocument | undefined {
  const { items } = record(parsed(text))
  const first = record(Array.isArray(items) ? items[0] : undefined)
  const { id } = first
  if (typeof id !== 'string') return undefined
  const { id: beforeId, filename, createdAt } = record(first['before'])
  const isKnown =
    typeof beforeId === 'string' && typeof filename === 'string' && typeof createdAt === 'string'
  return { id, before: isKnown ? { id: beforeId, filename, createdAt } : null }
}

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
