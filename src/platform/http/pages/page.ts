import { AppError, hasCode } from '../../errors.ts'
import type { HttpService } from '../service.ts'
import { etagOf, matches, refusalReply } from '../reply.ts'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { embeddedDir, readUnpacked } from '../../embedded.ts'
import type { Pages } from '../dispatcher.ts'

/** Answers a GET of one page. */
type Page = (request: Request) => Response | Promise<Response>

/** Finds the page at a path. `path` is relative to the service's base address, where there is a service. */
export type FindPage = (
  request: Request,
  path: string,
  service: HttpService | undefined,
) => Page | undefined

const oneYearSeconds = 365 * 24 * 60 * 60

/** The Cache-Control of a file whose address changes with its content. */
export const cachedForGood = `public, max-age=${oneYearSeconds}, immutable`

/** Allows only this server's own files, and no inline script or style. */
const ownFilesOnly =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An HTML page: browsers may keep it but must ask again each time. `connectTo`: a further address that its script may call. */
export function pageReply(
  request: Request,
  html: string,
  { status = 200, connectTo = '' }: { status?: 200 | 404; connectTo?: string } = {},
): Response {
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ownFilesOnly.replace("connect-src 'self'", `$& ${connectTo}`.trim()),
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  })
  return status === 404
    ? new Response(html, { status, headers })
    : taggedReply(request, html, headers)
}

/** A picture of a page. Like the page, browsers may keep it but must ask again. */
export function pictureReply(request: Request, png: Uint8Array<ArrayBuffer>): Response {
  const headers = { 'content-type': 'image/png', 'cache-control': 'private, no-cache' }
  return taggedReply(request, png, new Headers(headers))
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
 * Streams a file from the disk. Its first byte is read first: an unreadable file is then refused like any other failure, with the request's
 * id and the status in the call log. Throws AppError `not_found`.
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

/** `up` leads from the page to its base address, such as `../`. */
type HtmlPage = { title: string; up: string; head?: string; body: string }

/** A whole page in Daybook's style. `title` is text, the rest is HTML. Links are relative, so that they work behind a proxy. */
export function htmlPage({ title, up, head = '', body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}docs/${assetName('pagesCss')}">
${head}</head>
<body>
${body}
</body>
</html>
`
}

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The files that pages need, and the folder that each is embedded with. */
const assets = {
  pagesCss: asset('docs', 'pages.css', style),
  apiPageJs: asset('docs', 'api-page.js', script),
  trustPageJs: asset('docs', 'trust-page.js', script),
  swaggerCss: asset('swagger-ui', 'swagger-ui.css', style),
  swaggerJs: asset('swagger-ui', 'swagger-ui-bundle.js', script),
}

type Asset = {
  type: string
  /** Read when a page first needs the file. `name` contains the content's hash: `pages-3f1k.css`. */
  read(): { name: string; content: Uint8Array<ArrayBuffer> }
  /** The content with gzip, which all browsers accept. */
  readCompressed(): Promise<Uint8Array<ArrayBuffer>>
}

/** The file's name below `docs/`, which changes with its content. */
export function assetName(key: keyof typeof assets): string {
  return assets[key].read().name
}

/** Serves the assets below `docs/` of every base address. */
export const findAsset: FindPage = (_request, path) => {
  if (!/^\/docs\/[\w-]+\.(css|js)$/.test(path)) return undefined
  const name = path.slice('/docs/'.length)
  const found = Object.values(assets).find((candidate) => candidate.read().name === name)
  return found === undefined ? undefined : (request) => answer(request, found)
}

async function answer(request: Request, found: Asset): Promise<Response> {
  const headers = new Headers({ 'content-type': found.type, vary: 'Accept-Encoding' })
  if (request.headers.get('accept-encoding')?.includes('gzip') !== true) {
    return immutableReply(request, found.read().content, headers)
  }
  headers.set('content-encoding', 'gzip')
  return immutableReply(request, await found.readCompressed(), headers)
}

function asset(folder: 'docs' | 'swagger-ui', file: string, type: string): Asset {
  let known: ReturnType<Asset['read']> | undefined
  let compressed: ReturnType<Asset['readCompressed']> | undefined
  const read = () => {
    known ??= named(file, readUnpacked(join(embeddedDir(folder), file)))
    return known
  }
  return {
    type,
    read,
    readCompressed() {
      compressed ??= compress(read().content).then((bytes) => new Uint8Array(bytes))
      return compressed
    },
  }
}

const compress = promisify(gzip)

function named(file: string, content: Uint8Array<ArrayBuffer>) {
  const { name, ext } = parse(file)
  return { name: `${name}-${Bun.hash.xxHash64(content).toString(36)}${ext}`, content }
}

const allow = ['GET', 'HEAD', 'OPTIONS']

/** All pages, in the order of the finders. An unknown path gets a small page for browsers, otherwise JSON. */
export function pagesOf(finders: readonly FindPage[]): Pages {
  return (request, path, service) => {
    for (const find of finders) {
      const page = find(request, path, service)
      if (page !== undefined) return answerPage(request, page, service)
    }
    return wantsHtml(request) && !isApi(path) ? notFound(request) : undefined
  }
}

export function wantsHtml(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

function answerPage(
  request: Request,
  page: Page,
  service: HttpService | undefined,
): Response | Promise<Response> {
  if (request.method === 'GET') return page(request)
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { allow: allow.join(', ') } })
  }
  const message = `${request.method} is not allowed here, only ${allow.join(', ')}.`
  const error = new AppError('method_not_allowed', message, { allow })
  return service?.refuse(error) ?? refusalReply(error, { error: message })
}

/** Paths for programs, whatever their Accept header says. */
function isApi(path: string): boolean {
  return /^\/api(\/|$)/.test(path)
}

function notFound(request: Request): Response {
  const { pathname } = new URL(request.url)
  const up = '../'.repeat(Math.max(0, pathname.split('/').length - 2))
  const body = `<main>
<h1>There is nothing here</h1>
<p>Daybook has no page at <code>${Bun.escapeHTML(pathname)}</code>.</p>
<p><a href="${up === '' ? './' : up}">Go to the start</a></p>
</main>`
  return pageReply(request, htmlPage({ title: 'Not found', up, body }), { status: 404 })
}
