import { join } from 'node:path'
import type { Root } from '../../certificates/shop-certificates.ts'
import { embeddedDir, readUnpackedText } from '../../embedded.ts'
import type { Https } from '../listening/addresses.ts'
import { contextOf } from '../request.ts'
import { type FindPage, assetName, htmlPage, pageReply, wantsHtml } from './page.ts'

/** Where devices that do not trust the shop's root yet can get it: the only page that stays on HTTP for everybody. */
const trustPath = '/trust'

/** Every system opens this file extension as a certificate. */
const rootPath = `${trustPath}/daybook-root.crt`

/**
 * Serves the page that tells a device how to trust the shop's root, and the root. Other requests from other computers without encryption
 * are redirected: people to this page, programs to the same address by HTTPS. Health and assets of pages are not redirected.
 */
export function trustPages(https: Https): FindPage {
  return (request, path) => {
    if (https.state() !== 'on') return undefined
    if (path === trustPath) return (asked) => trustPage(asked, https)
    if (path === rootPath) return async () => rootReply(await https.root())
    const { originInstead } = contextOf(request)
    return originInstead === undefined ? undefined : () => redirectVisitor(request, originInstead)
  }
}

function redirectVisitor(request: Request, origin: string): Response {
  const { pathname, search } = new URL(request.url)
  const place = `${pathname}${search}`
  const location = wantsHtml(request)
    ? `${trustPath}?to=${encodeURIComponent(place)}`
    : `${origin}${place}`
  return new Response(null, { status: 307, headers: { location, 'cache-control': 'no-store' } })
}

function rootReply({ pem }: Root): Response {
  return new Response(pem, {
    headers: {
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="daybook-root.crt"',
      'cache-control': 'no-store',
    },
  })
}

async function trustPage(request: Request, https: Https): Promise<Response> {
  const origin = https.originFor(new URL(request.url).hostname) ?? ''
  const html = htmlPage({
    title: 'Let this device trust Daybook',
    up: '',
    head: `<script defer src="docs/${assetName('trustPageJs')}"></script>\n`,
    body: trustBody(origin, await https.root()),
  })
  return pageReply(request, html, { connectTo: origin })
}

function trustBody(origin: string, root: Root): string {
  const address = Bun.escapeHTML(origin)
  return `<header><strong>Daybook</strong></header>
<main id="trust" data-origin="${address}">
<h1>Let this device trust Daybook</h1>
<p>Daybook is encrypted at <a id="open" href="${address}">${address}</a>. The shop’s own certificate vouches for it, which
this device has to be told once.</p>
<p id="state" role="status" hidden></p>
<p><a class="button" href="${rootPath.slice(1)}" download>Download the certificate</a></p>
<p>It is called <strong>${Bun.escapeHTML(root.name)}</strong> and vouches for private addresses alone, never for websites. Its
fingerprint (SHA-256) must be the one that <em>Settings, Network</em> shows at Daybook’s own computer:</p>
<p><code>${root.fingerprint}</code></p>
<h2>Then install it</h2>
${instructions().map(sectionOf).join('\n')}
</main>`
}

/** The instructions for each system on the reference page of HTTPS, below a heading such as `## On Windows`. */
function instructions(): { system: string; markdown: string }[] {
  const page = readUnpackedText(join(embeddedDir('docs'), 'https.md'))
  return page
    .split(/^## /m)
    .filter((section) => section.startsWith('On '))
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return { system: heading.slice('On '.length), markdown: lines.join('\n') }
    })
}

function sectionOf({ system, markdown }: { system: string; markdown: string }): string {
  const name = Bun.escapeHTML(system)
  return `<details data-system="${name}"><summary>${name}</summary>${Bun.markdown.html(markdown)}</details>`
}
