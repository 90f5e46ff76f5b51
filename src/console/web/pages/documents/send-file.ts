import { refusalOf } from '../../client.ts'
import type { Category } from './documents-query.ts'

type SentFile = { file: File; category: Category; key: string }

/**
 * Sends one file and tells how much of it is sent, from 0 to 1: fetch cannot say that. Returns the document's id.
 * Throws Refusal.
 */
export function sendFile(
  { file, category, key }: SentFile,
  onProgress: (sent: number) => void,
): Promise<string> {
  const form = new FormData()
  form.append('category', category)
  form.append('files', file, file.name)
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request.open('POST', '/console/api/documents')
  request.setRequestHeader('idempotency-key', key)
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total)
  })
  request.addEventListener('load', () => {
    const id = request.status === 200 ? idOf(request.responseText) : undefined
    if (id !== undefined) resolve(id)
    else reject(refusalOf(parsed(request.responseText), request.status))
  })
  request.addEventListener('error', () => reject(refusalOf(undefined, undefined)))
  request.addEventListener('abort', () => reject(refusalOf(undefined, undefined)))
  request.send(form)
  return promise
}

function idOf(text: string): string | undefined {
  const answer = parsed(text)
  if (answer === null || typeof answer !== 'object' || !('items' in answer)) return undefined
  const { items } = answer
  const first: unknown = Array.isArray(items) ? items[0] : undefined
  if (first === null || typeof first !== 'object' || !('id' in first)) return undefined
  return String(first.id)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
