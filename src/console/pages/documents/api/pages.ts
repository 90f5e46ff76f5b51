import { AppError } from '../../../../platform/errors.ts'
import { imageKind, imageTypes } from '../../../../platform/files/images.ts'
import { queryOf } from '../../../../platform/http/fields.ts'
import { matches } from '../../../../platform/http/reply.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import type { PicturedFile } from '../../../../platform/pictures/pictures.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { shownAs } from './files.ts'
import { pageNumberField, pageWidthField, pageWidths } from './schemas.ts'

type PageDeps = Pick<ConsoleDeps, 'pictures' | 'scanExport' | 'passwords'>

/** A document's file and owner. */
type SentFile = { hash: string; filename: string; contentType: string; userId: string }

/** The number of pages of a document's file, and the sizes of the first pages. Throws AppError `not_found`. */
export async function pagesOf(deps: PageDeps, file: SentFile) {
  const measured = await deps.pictures.measure(picturedFile(deps, file))
  if ('problem' in measured) return { total: 0, pages: [], problem: measured.problem }
  return { ...measured, problem: null }
}

/**
 * The same for a locked file. The server remembers the password until it stops. Throws AppError `not_found`,
 * `invalid_request` for a wrong password.
 */
export async function openPages(deps: PageDeps, file: SentFile, password: string) {
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
  file: SentFile,
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
  { hash, filename, contentType, userId }: SentFile,
): PicturedFile {
  if (!['pdf', 'image'].includes(shownAs(contentType))) {
    throw new AppError('invalid_request', `${filename} has no pages: it is no PDF and no photo.`)
  }
  if (store.has('documents', hash)) {
    const known = () => passwords.known({ hash, userId })
    return { hash, path: store.path('documents', hash), passwords: known }
  }
  throw new AppError('not_found', `The file of ${filename} is not there any more.`)
}
