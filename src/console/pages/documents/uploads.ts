import { useSyncExternalStore } from 'react'
import { record, refusalOf, repeatedSignedIn } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'
import { newKey } from '../../new-key.ts'
import { messageOf, Refusal } from '../../refusal.ts'
import type { DocumentCategory } from '../../words.ts'
import { t } from '../../language/language.ts'

/** The number of files sent at the same time. */
const sendingMax = 3

/** The largest file in bytes: the server's limit of 32 MiB for the whole request, minus a little for the form. */
const fileBytesMax = 32 * 1024 * 1024 - 64 * 1024

/** A file being sent. */
export type Upload = {
  /** Sent along, so that the server enters a repeated file only once. */
  key: string
  userId: string
  /** Identifies files that were added together. */
  batch: string
  file: File
  category: DocumentCategory
  state: 'queued' | 'sending' | 'done' | 'refused'
  /** The sent share, from 0 to 1. */
  sent: number
  refusal: string | null
  /** Whether another try may help, because the file itself was not refused. */
  mayRetry: boolean
  /** The document made from the file. */
  document: SentDocument | null
}

// Outside React: sending continues while other pages are shown.
let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

/** The user's uploads since the list was last cleared. */
export function useUploads(userId: string): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return all.filter((upload) => upload.userId === userId)
}

export function addUploads(
  userId: string,
  category: DocumentCategory,
  files: readonly File[],
): void {
  const batch = newKey()
  const added = files.map((file): Upload => {
    const isTooLarge = file.size > fileBytesMax
    return {
      key: newKey(),
      userId,
      batch,
      file,
      category,
      state: isTooLarge ? 'refused' : 'queued',
      sent: 0,
      refusal: isTooLarge ? t('It is larger than 32 MB, the most that Daybook takes.') : null,
      mayRetry: false,
      document: null,
    }
  })
  replace([...uploads, ...added])
  sendNext()
}

/** Sends failed files again. */
export function retryUploads(failed: readonly Upload[]): void {
  for (const { key } of failed.filter(({ mayRetry }) => mayRetry)) {
    change(key, { state: 'queued', sent: 0, refusal: null, mayRetry: false })
  }
  sendNext()
}

/** Removes finished uploads. */
export function clearUploads(): void {
  replace(uploads.filter(isUnderWay))
}

/** Files grouped as they were added, the last group first. Refused files come first in each group, because they need attention. */
export function batchesOf(all: readonly Upload[]): Upload[][] {
  const batches = [...Map.groupBy(all, ({ batch }) => batch).values()].toReversed()
  return batches.map((batch) =>
    batch.toSorted((a, b) => Number(b.state === 'refused') - Number(a.state === 'refused')),
  )
}

export function isUnderWay({ state }: Upload): boolean {
  return state === 'queued' || state === 'sending'
}

/** "44 of 46 added, 2 not." */
export function summaryOf(batch: readonly Upload[]): string {
  const done = batch.filter(({ state }) => state === 'done').length
  const refused = batch.filter(({ state }) => state === 'refused').length
  const added = t('{{done}} of {{length}} added', {
    done: formatCount(done),
    length: formatCount(batch.length),
  })
  return refused === 0
    ? `${added}.`
    : t('{{added}}, {{refused}} not.', { added, refused: formatCount(refused) })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replace(next: readonly Upload[]): void {
  const wasUnderWay = uploads.some(isUnderWay)
  uploads = next
  const isNow = uploads.some(isUnderWay)
  if (isNow && !wasUnderWay) window.addEventListener('beforeunload', askBeforeLeaving)
  if (!isNow && wasUnderWay) window.removeEventListener('beforeunload', askBeforeLeaving)
  for (const listener of listeners) listener()
}

/** The browser asks in its own words. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function change(key: string, changed: Partial<Upload>): void {
  replace(uploads.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)))
}

function sendNext(): void {
  const free = sendingMax - uploads.filter(({ state }) => state === 'sending').length
  for (const upload of uploads.filter(({ state }) => state === 'queued').slice(0, free)) {
    void send(upload)
  }
}

async function send({ key, file, category }: Upload): Promise<void> {
  change(key, { state: 'sending' })
  try {
    const document = await repeatedSignedIn(
      () => sendFile({ file, category, key }, (sent) => change(key, { sent })),
      (error) => error instanceof Refusal && error.status === 401,
    )
    change(key, { state: 'done', sent: 1, document })
  } catch (error) {
    const mayRetry = error instanceof Refusal && (error.status === 0 || error.status >= 500)
    change(key, { state: 'refused', refusal: messageOf(error), mayRetry })
  }
  sendNext()
}

/** The document made from a file. `before` is an earlier document with the same file, if there is one. */
export type SentDocument = {
  id: string
  before: { id: string; filename: string; createdAt: string } | null
}

type SentFile = { file: File; category: DocumentCategory; key: string }

/** Sends a file and reports the sent share, from 0 to 1, which fetch cannot do. Returns the document. Throws Refusal. */
function sendFile(
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
