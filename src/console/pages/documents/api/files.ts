import { AppError } from '../../../../platform/errors.ts'
import { withinShare } from '../../../../platform/files/disk-share.ts'
import { isMultipart } from '../../../../platform/http/body.ts'
import { idempotencyKeyOf } from '../../../../platform/http/idempotency.ts'
import { fileFromDisk } from '../../../../platform/http/pages/page.ts'
import { contentDisposition, matches } from '../../../../platform/http/reply.ts'
import { findSameFile } from '../../../../services/scan-export/overview/show-scan.ts'
import { readMultipartUpload } from '../../../../services/scan-export/intake/read-upload.ts'
import {
  receiveScans,
  uploadedScans,
} from '../../../../services/scan-export/intake/receive-scans.ts'
import type { ScanExportDeps } from '../../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { sessionOf } from '../../../api/guard.ts'

/** How a page shows a file: as pictures of its pages, as a picture, as fetched text, or not at all. */
type ShownAs = 'pdf' | 'image' | 'text' | 'nothing'

/** File types that browsers show without running any of their content. Other types are only downloaded. */
const inlineTypes: ReadonlyMap<string, ShownAs> = new Map([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'image'],
  ['image/png', 'image'],
  ['image/webp', 'image'],
  ['image/gif', 'image'],
])

/** Types that are sent under their name. Other types are sent as plain bytes. */
const attachedTypes: ReadonlySet<string> = new Set([
  'image/tiff',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])

/**
 * A file may run and load nothing, as if it came from another site, and no page may frame it. Chromium still shows
 * PDFs, because its viewer runs apart from the page.
 */
const policy =
  "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function shownAs(contentType: string): ShownAs {
  return inlineTypes.get(contentType) ?? (isText(contentType) ? 'text' : 'nothing')
}

type SentFile = { hash: string; filename: string; contentType: string }

/** A document's file, to show or to download. Bun.serve cuts out requested ranges. Throws AppError `not_found` if the bytes are missing. */
export async function fileReply(
  { store }: Pick<ScanExportDeps, 'store'>,
  request: Request,
  { hash, filename, contentType }: SentFile,
  isDownload: boolean,
): Promise<Response> {
  if (!store.has('documents', hash)) {
    throw new AppError('not_found', `The file of ${filename} is not there any more.`)
  }
  const isInline = inlineTypes.has(contentType) && !isDownload
  const etag = `"${hash}"`
  const headers = new Headers({
    'content-security-policy': policy,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', filename),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // After signing out, the browser's back button must not show the file again.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag,
  })
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-type', sentType(contentType))
  return await fileFromDisk(store.path('documents', hash), headers)
}

function sentType(contentType: string): string {
  if (contentType === 'text/plain') return 'text/plain; charset=utf-8'
  const isNamed =
    inlineTypes.has(contentType) || attachedTypes.has(contentType) || isText(contentType)
  return isNamed ? contentType : 'application/octet-stream'
}

/** A text in another character set than UTF-8 names it. */
function isText(contentType: string): boolean {
  return contentType.split(';')[0] === 'text/plain'
}

/** The page sends each file separately with its own key, so that a repeated file is entered once. */
export async function upload(deps: ConsoleDeps, request: Request) {
  const { scanExport, log } = deps
  if (!isMultipart(request)) {
    throw new AppError('invalid_request', 'Send the files as multipart/form-data.')
  }
  const { id: keyId, userId, role } = sessionOf(request)
  const idempotencyKey = idempotencyKeyOf(request)
  const sent = await readMultipartUpload(request)
  const bringer = { keyId: null, memberId: role === 'member' ? userId : null }
  const answer = await withinShare({ ...scanExport, log }, bringer, (store) =>
    receiveScans({ ...scanExport, store }, { keyId, userId }, { ...sent, idempotencyKey }),
  )
  const items = uploadedScans(answer)
  return { items: items.map((item) => ({ ...item, before: cameBefore(deps, item.id) })) }
}

/** An earlier document with the same file, so that the page can tell the person. */
function cameBefore({ scanExport }: ConsoleDeps, id: string) {
  const other = findSameFile(scanExport, id)
  if (other === undefined) return null
  return {
    id: other.id,
    filename: other.filename,
    createdAt: new Date(other.createdAt).toISOString(),
  }
}
