import { AppError } from '../../errors.ts'
import type { HttpService } from '../service.ts'
import type { Pages } from '../dispatcher.ts'
import { htmlPage, pageReply, type FindPage, type Page } from './page.ts'
import { refusalReply } from '../reply.ts'

const allow = ['GET', 'HEAD', 'OPTIONS']

/** All pages, in the order of the finders. An unknown path gets a small page for browsers, otherwise JSON. */
export function pagesOf(finders: readonly FindPage[]): Pages {
  return (request, path, service) => {
    for (const find of finders) {
      const page = find(request, path, service)
      if (page !== undefined) return answer(request, page, service)
    }
    return wantsHtml(request) && !isApi(path) ? notFound(request) : undefined
  }
}

export function wantsHtml(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}

function answer(
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
