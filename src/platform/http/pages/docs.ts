import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedDir, readUnpacked, readUnpackedText } from '../../embedded.ts'
import { type FindPage, assetName, htmlPage, pageReply, pictureReply, wantsHtml } from './page.ts'
import type { HttpService } from '../service.ts'
import type { ApiDocument } from '../openapi/document.ts'
import { jsonReply } from '../reply.ts'
import { contextOf } from '../request.ts'

/** The page that lists the other pages, in the order of its links. */
const indexPage = 'index'

type ReferencePagesOptions = {
  version: string
  /** Markdown that replaces a comment in a page, by the text of the comment: tables that are generated from code. */
  inserts: Readonly<Record<string, () => string>>
}

/** The folder of the pages' pictures, below the pages' own folder. */
const picturesFolder = 'pictures'

/** `/docs/…` of the shared listener: the embedded Markdown as pages, and their pictures. */
export function referencePages(options: ReferencePagesOptions): FindPage {
  const names = pageNames()
  const pictures = new Set(readdirSync(join(embeddedDir('docs'), picturesFolder)))
  return (_request, path, service) => {
    if (service !== undefined) return undefined
    if (path === '/docs') {
      return (asked) => pageReply(asked, referencePage(options, indexPage, '', 'docs/'))
    }
    const picture = /^\/docs\/pictures\/([a-z0-9-]+\.png)$/.exec(path)?.[1]
    if (picture !== undefined && pictures.has(picture)) {
      return (asked) => pictureReply(asked, readPicture(picture))
    }
    const name = path === '/docs/' ? indexPage : /^\/docs\/([a-z0-9-]+)$/.exec(path)?.[1]
    if (name === undefined || !names.has(name)) return undefined
    return (asked) => pageReply(asked, referencePage(options, name, '../', ''))
  }
}

/** `up` leads to the listener's address, `docs` to the folder of the pages. */
function referencePage(
  options: ReferencePagesOptions,
  name: string,
  up: string,
  docs: string,
): string {
  const markdown = readPage(name).replace(
    /^<!-- (.+) -->$/gm,
    (comment, insert: string) => options.inserts[insert]?.() ?? comment,
  )
  const body = `<header><a href="${up === '' ? './' : up}"><strong>Daybook</strong></a> ${options.version}</header>
<nav aria-label="Reference pages">${withLinks(toHtml(navigation(name)), docs)}</nav>
<main>${withLinks(toHtml(markdown), docs)}</main>`
  const title = titleOf(markdown)
  return htmlPage({ title: name === indexPage ? title : `${title} · Daybook`, up, body })
}

/** The current page is named, the others are linked. */
function navigation(current: string): string {
  return [indexPage, ...listedPages()]
    .map((name) => {
      const title = titleOf(readPage(name))
      return name === current ? `- **${title}**` : `- [${title}](${name}.md)`
    })
    .join('\n')
}

function listedPages(): string[] {
  return [...readPage(indexPage).matchAll(/^- .*?\]\(([a-z0-9-]+)\.md\)/gm)].flatMap(
    ([, name]) => name ?? [],
  )
}

function toHtml(markdown: string): string {
  return Bun.markdown.html(markdown, { headings: { ids: true } })
}

/** In the files, links name other files relative to their folder. Here they name pages. */
function withLinks(html: string, docs: string): string {
  return html
    .replaceAll(/ href="(?![a-z]+:|#)([^"]*)"/g, ` href="${docs}$1"`)
    .replaceAll(/ href="([^":]*)\.md(#[^"]*)?"/g, ' href="$1$2"')
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? 'Daybook'
}

function readPage(name: string): string {
  return readUnpackedText(join(embeddedDir('docs'), `${name}.md`))
}

function readPicture(name: string): Uint8Array<ArrayBuffer> {
  return readUnpacked(join(embeddedDir('docs'), picturesFolder, name))
}

function pageNames(): ReadonlySet<string> {
  const files = readdirSync(embeddedDir('docs')).filter((file) => file.endsWith('.md'))
  return new Set(files.map((file) => file.slice(0, -'.md'.length)))
}

/** Serves `openapi.json` of each service, `collection.json` built from it, and `docs`, the page that shows it. None needs a key. */
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
      case '/collection.json':
        return async (asked) =>
          jsonReply(asked, 200, await document.collection(baseAddress(asked, service)))
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

/** Where the service answers: on the shared listener below the public address, on its own listener at the address of the request. */
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
  const body = `<header><strong>Daybook</strong> ${reference} <a href="${up}openapi.json">openapi.json</a> <a href="${up}collection.json" download>collection.json</a></header>
<noscript><main><p>This page needs JavaScript. The document itself is <a href="${up}openapi.json">openapi.json</a>.</p></main></noscript>
<div id="api"></div>`
  return htmlPage({ title: document.title, up, head, body })
}
