import { AppError } from '../../../../platform/errors.ts'
import { imageKind, imageTypes } from '../../../../platform/files/images.ts'
import { queryOf } from '../../../../platform/http/fields.ts'
import { matches, contentDisposition } from '../../../../platform/http/reply.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import type { PicturedFile } from '../../../../platform/pictures/pictures.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { pageNumberField, pageWidthField, pageWidths } from './schemas.ts'
import { withinShare } from '../../../../platform/files/disk-share.ts'
import { isMultipart } from '../../../../platform/http/body.ts'
import { idempotencyKeyOf } from '../../../../platform/http/idempotency.ts'
import { fileFromDisk } from '../../../../platform/http/pages/page.ts'
import { findSameFile } from '../../../../services/scan-export/overview/show-scan.ts'
import { readMultipartUpload } from '../../../../services/scan-export/intake/read-upload.ts'
import {
  receiveScans,
  uploadedScans,
} from '../../../../services/scan-export/intake/receive-scans.ts'
import type { ScanExportDeps } from '../../../../services/scan-export/service.ts'
import { sessionOf } from '../../../api/guard.ts'

type PageDeps = Pick<ConsoleDeps, 'pictures' | 'scanExport' | 'passwords'>

/** A document's file and owner. */
type PagedFile = { hash: string; filename: string; contentType: string; userId: string }

/** The number of pages of a document's file, and the sizes of the first pages. Throws AppError `not_found`. */
export async function pagesOf(deps: PageDeps, file: PagedFile) {
  const measured = await deps.pictures.measure(picturedFile(deps, file))
  if ('problem' in measured) return { total: 0, pages: [], problem: measured.problem }
  return { ...measured, problem: null }
}

/**
 * The same for a locked file. The server remembers the password until it stops. Throws AppError `not_found`,
 * `invalid_request` for a wrong password.
 */
export async function openPages(deps: PageDeps, file: PagedFile, password: string) {
  const tried = { ...picturedFile(deps, file), passwords: () => Promise.resolve([password]) }
  const measured = await deps.pictures.measure(tried)
  if ('problem' in measured && measured.problem === 'password') {
    throw new AppError('invalid_request', problems['wrong password'], { field: 'password' })
  }
  deps.passwords.give(file, password)
  return await pagesOf(deps, file)
}

/** A page as a picture. Throws AppError `not_found`, `invalid_request` if it cannot be shown. */
export async function pageReply(
  deps: PageDeps,
  request: Request,
  file: PagedFile,
  pageText: string,
): Promise<Response> {
  const page = pageNumberField.read(new URLSearchParams({ page: pageText }))
  const width = Number(pageWidthField.read(queryOf(request)) ?? pageWidths[0])
  const pictured = picturedFile(deps, file)
  const etag = `"${file.hash}-${page}-${width}"`
  const headers = new Headers({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // After signing out, the browser's back button must not show the page again.
    'cache-control': 'private, no-cache',
    etag,
  })
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const picture = await deps.pictures.draw(pictured, page, width)
  headers.set('content-type', imageTypes[imageKind(picture) ?? 'jpg'])
  return new Response(picture, { headers })
}

function picturedFile(
  { scanExport: { store }, passwords }: PageDeps,
  { hash, filename, contentType, userId }: PagedFile,
): PicturedFile {
  if (!['pdf', 'image', 'pages'].includes(shownAs(contentType))) {
    throw new AppError('invalid_request', `${filename} has no pages: it is no PDF and no photo.`)
  }
  if (store.has('documents', hash)) {
    const known = () => passwords.known({ hash, userId })
    return { hash, path: store.path('documents', hash), passwords: known }
  }
  throw new AppError('not_found', `The file of ${filename} is not there any more.`)
}

/** How a page shows a file: as pictures of its pages (of `pages`, a browser shows nothing else), as a picture, as fetched text, or not at all. */
type ShownAs = 'pdf' | 'image' | 'pages' | 'text' | 'nothing'

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
  if (contentType === 'image/tiff') return 'pages'
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
