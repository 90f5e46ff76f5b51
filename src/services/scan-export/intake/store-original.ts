import { AppError } from '../../../platform/errors.ts'
import { judgeDocument } from '../../../platform/files/kinds.ts'
import type { ScanExportDeps } from '../parts.ts'
import type { NewScan } from './store-scans.ts'

const taken = 'PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, CSV, TXT or JSON'

/**
 * Brings an original to the disk; `name` is what a refusal calls it.
 * Throws AppError `invalid_request` when it is no document, and then nothing is stored.
 */
export async function storeOriginal(
  { store }: Pick<ScanExportDeps, 'store'>,
  name: string,
  bytes: Uint8Array,
): Promise<NonNullable<NewScan['document']>> {
  const contentType = requireDocument(name, bytes)
  return { ...(await store.put('documents', bytes)), contentType }
}

/** Returns the content type. Throws AppError `invalid_request` when the bytes are no document. */
export function requireDocument(name: string, bytes: Uint8Array): string {
  if (bytes.length === 0) {
    throw new AppError('invalid_request', `${name} is empty: there is nothing in the file.`)
  }
  const judged = judgeDocument(bytes)
  if (judged.contentType !== undefined) return judged.contentType
  const what = judged.known === undefined ? '' : `${judged.known}, `
  throw new AppError(
    'invalid_request',
    `${name} is ${what}not a document that Daybook takes: ${taken}.`,
  )
}
