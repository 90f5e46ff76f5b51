import { assetName } from './assets.ts'
import type { HttpService } from './elysia-service.ts'
import { htmlPage } from './html-page.ts'
import type { ApiDocument } from './openapi.ts'
import { pageReply, type FindPage } from './page-reply.ts'
import { wantsHtml } from './pages.ts'
import { jsonReply } from './reply.ts'
import { contextOf } from './request-context.ts'

/** `openapi.json` of each service, and `docs`: the page that shows it. Both need no key. */
export function documentPages(documents: ReadonlyMap<string, ApiDocument>): FindPage {
  return (request, path, service) => {
    const document = service === undefined ? undefined : documents.get(service.name)
    if (service === undefined || document === undefined) return undefined
    switch (path) {
      case '':
      case '/':
        return wantsHtml(request) ? () => toDocs(service, path) : undefined
      case '/openapi.json':
        return async (asked) =>
          jsonReply(asked, 200, await document.text(baseAddress(asked, service)))
      case '/docs':
        return (asked) => pageReply(asked, documentPage(document, '', isPrefixed(asked, service)))
      case '/docs/':
        return (asked) =>
          pageReply(asked, documentPage(document, '../', isPrefixed(asked, service)))
      default:
        return undefined
    }
  }
}

/** Where the service answers: below the public address on the shared listener, on its own one as it was called. */
function baseAddress(request: Request, service: HttpService): string {
  return isPrefixed(request, service)
    ? `${contextOf(request).origin}${service.prefix}`
    : new URL(request.url).origin
}

function isPrefixed(request: Request, service: HttpService): boolean {
  return new URL(request.url).pathname.startsWith(`${service.prefix}/`)
}

/** Relative, so that it works behind a proxy. */
function toDocs(service: HttpService, path: string): Response {
  const location = path === '' ? `${service.prefix.slice(1)}/docs` : 'docs'
  return new Response(null, { status: 302, headers: { location } })
}

function documentPage(document: ApiDocument, up: string, hasReference: boolean): string {
  const reference = hasReference ? `<a href="${up}../docs/">Reference pages</a>` : ''
  const head = `<link rel="stylesheet" href="${up}docs/${assetName('swaggerCss')}">
<script defer src="${up}docs/${assetName('swaggerJs')}"></script>
<script defer src="${up}docs/${assetName('apiPageJs')}"></script>
`
  const body = `<header><strong>Daybook</strong> ${reference} <a href="${up}openapi.json">openapi.json</a></header>
<noscript><main><p>This page needs JavaScript. The document itself is <a href="${up}openapi.json">openapi.json</a>.</p></main></noscript>
<div id="api"></div>`
  return htmlPage({ title: document.title, up, head, body })
}
