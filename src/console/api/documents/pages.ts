import { AppError } from '../../../platform/errors.ts'
import { imageKind, imageTypes } from '../../../platform/files/images.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { matches } from '../../../platform/http/reply.ts'
import type { PicturedFile } from '../../../platform/pictures/pictures.ts'
import type { ConsoleDeps } from '../deps.ts'
import { shownAs } from './files.ts'
import { pageNumberField, pageWidthField, pageWidths } from './schemas.ts'

type PageDeps = Pick<ConsoleDeps, 'pictures' | 'scanExport'>

type SentFile = { hash: string; filename: string; contentType: string }

/** The pages of a document's file: how many there are, and the sizes of the first ones. Throws AppError `not_found`. */
export async function pagesOf({ pictures, scanExport }: PageDeps, file: SentFile) {
  const measured = await pictures.measure(picturedFile(scanExport, file))
  if ('problem' in measured) return { total: 0, pages: [], problem: measured.problem }
  return { ...measured, problem: null }
}

/** One page as a picture. Throws AppError `not_found`, `invalid_request` for one that cannot be shown. */
export async function pageReply(
  { pictures, scanExport }: PageDeps,
  request: Request,
  file: SentFile,
  pageText: string,
): Promise<Response> {
  const page = pageNumberField.read(new URLSearchParams({ page: pageText }))
  const width = Number(pageWidthField.read(queryOf(request)) ?? pageWidths[0])
  const pictured = picturedFile(scanExport, file)
  const etag = `"${file.hash}-${page}-${width}"`
  const headers = new Headers({
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // Who signed out must not see it again by the way back.
    'cache-control': 'private, no-cache',
    etag,
  })
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  const picture = await pictures.draw(pictured, page, width)
  headers.set('content-type', imageTypes[imageKind(picture) ?? 'jpg'])
  return new Response(picture, { headers })
}

function picturedFile(
  { store }: ConsoleDeps['scanExport'],
  { hash, filename, contentType }: SentFile,
): PicturedFile {
  if (!['pdf', 'image'].includes(shownAs(contentType))) {
    throw new AppError('invalid_request', `${filename} has no pages: it is no PDF and no photo.`)
  }
  if (store.has('documents', hash)) return { hash, path: store.path('documents', hash) }
  throw new AppError('not_found', `The file of ${filename} is not there any more.`)
}
