import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { embeddedDir } from '../embedded.ts'
import { immutableReply, type FindPage } from './page-reply.ts'

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The files that pages need, and the folder that each is embedded with. */
const assets = {
  pagesCss: asset('docs', 'pages.css', style),
  apiPageJs: asset('docs', 'api-page.js', script),
  swaggerCss: asset('swagger-ui', 'swagger-ui.css', style),
  swaggerJs: asset('swagger-ui', 'swagger-ui-bundle.js', script),
}

type Asset = {
  type: string
  /** Read when a page first needs it. `name` carries the content's hash: `pages-3f1k.css`. */
  read(): { name: string; content: Uint8Array<ArrayBuffer> }
  /** The content for browsers that take gzip, which is all of them. */
  readCompressed(): Promise<Uint8Array<ArrayBuffer>>
}

/** The file's name below `docs/`, which changes with its content. */
export function assetName(key: keyof typeof assets): string {
  return assets[key].read().name
}

/** Serves them below `docs/` of every base address. */
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
    known ??= named(file, new Uint8Array(readFileSync(join(embeddedDir(folder), file))))
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
