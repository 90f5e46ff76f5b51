import { AppError, hasCode } from '../errors.ts'
import type { HttpService } from './elysia-service.ts'
import { etagOf, matches } from './reply.ts'

/** Answers a GET of one page. */
export type Page = (request: Request) => Response | Promise<Response>

/** Finds what is at a path; `path` is relative to the service's base address where there is a service. */
export type FindPage = (
  request: Request,
  path: string,
  service: HttpService | undefined,
) => Page | undefined

const oneYearSeconds = 365 * 24 * 60 * 60

/** The Cache-Control of a file whose address changes with its content. */
export const cachedForGood = `public, max-age=${oneYearSeconds}, immutable`

/** Nothing but this server's own files, and no script or style that stands in the page itself. */
const ownFilesOnly =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An HTML page: it may be kept but is asked for again each time. */
export function pageReply(request: Request, html: string, status: 200 | 404 = 200): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ownFilesOnly,
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  })
  return status === 404
    ? new Response(html, { status, headers })
    : taggedReply(request, html, headers)
}

/** A file whose address changes with its content. */
export function immutableReply(
  request: Request,
  content: Uint8Array<ArrayBuffer>,
  headers: Headers,
): Response {
  headers.set('cache-control', cachedForGood)
  return taggedReply(request, content, headers)
}

function taggedReply(
  request: Request,
  content: string | Uint8Array<ArrayBuffer>,
  headers: Headers,
): Response {
  const etag = etagOf(content)
  headers.set('etag', etag)
  headers.set('x-content-type-options', 'nosniff')
  if (!matches(request.headers.get('if-none-match'), etag))
    return new Response(content, { headers })
  headers.delete('content-type')
  headers.delete('content-encoding')
  return new Response(null, { status: 304, headers })
}

/**
 * A file as it is on the disk, as a stream. Its first byte is read before: what cannot be read is then refused as any
 * other failure is, with the id of the request and the status that its call is noted with. Throws AppError `not_found`.
 */
export async function fileFromDisk(
  file: string,
  headers: Headers | Record<string, string>,
): Promise<Response> {
  try {
    await Bun.file(file).slice(0, 1).bytes()
  } catch (error) {
    if (!hasCode(error, ['ENOENT'])) throw error
    throw new AppError('not_found', 'The file is not there any more.')
  }
  return new Response(Bun.file(file), { headers })
}
