import { AppError } from '../../../platform/errors.ts'
import {
  consoleAssets,
  encodings,
  noncePlaceholder,
  consoleFiles,
  type ConsoleFiles,
  type Encoding,
} from './bundle.ts'
import { immutableReply, type FindPage } from '../../../platform/http/pages/page.ts'
import { refusalReply } from '../../../platform/http/reply.ts'

/** The addresses of the console's pages on the shared listener. All get the same page, which shows the content for its address. */
const pagePaths =
  /^\/((sign-in|set-up|choose-password|keys|rules|product-names|categories|offers|customers|books|gstr-2b|activity|users|credits|settings|account)|(documents|vendors|catalogue|orders|credit-notes|integrations|restore)(\/[\w-]+)?|orders\/[\w-]+\/(invoice|packing-slip))?$/

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
}

/** The console's pages, and the scripts and styles that they load. */
export function consolePages(): FindPage {
  const files = consoleFiles()
  return (request, path, service) => {
    if (service === undefined && pagePaths.test(path)) return () => consolePage(files)
    const name = assetNameOf(request)
    if (name === undefined || (service !== undefined && service.name !== 'console'))
      return undefined
    return (asked) => assetReply(asked, files, name)
  }
}

function assetNameOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(consoleAssets)) return undefined
  const name = pathname.slice(consoleAssets.length)
  return /^[\w-]+\.(js|css|svg|wasm)$/.test(name) ? name : undefined
}

/** No ETag, because a cached page would contain the nonce of an earlier answer. */
async function consolePage(files: ConsoleFiles): Promise<Response> {
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64()
  const html = (await files.page()).replace(noncePlaceholder, nonce)
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    },
  })
}

/** Allows only this server's own files and no inline script. The nonce is for the colours that Mantine writes. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The only script that may run WebAssembly. The page may not, but a worker follows the policy of its own answer. */
const barcodeWorker = 'barcode-worker-'
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

async function assetReply(request: Request, files: ConsoleFiles, name: string): Promise<Response> {
  const headers = new Headers({
    'content-type': contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? '',
    vary: 'Accept-Encoding',
  })
  if (name.startsWith(barcodeWorker)) headers.set('content-security-policy', workerPolicy)
  for (const encoding of acceptedEncodings(request)) {
    const compressed = await files.read(name, encoding)
    if (compressed === undefined) continue
    headers.set('content-encoding', encoding)
    return immutableReply(request, compressed, headers)
  }
  const content = await files.read(name)
  return content === undefined ? notFound() : immutableReply(request, content, headers)
}

/** A page that stayed open while Daybook was updated requests files that no longer exist. */
function notFound(): Response {
  const error = new AppError('not_found', 'Daybook has no such file: load the page again.')
  return refusalReply(error, { error: error.message })
}

function acceptedEncodings(request: Request): Encoding[] {
  const accepted = request.headers.get('accept-encoding') ?? ''
  return encodings.filter((encoding) => accepted.includes(encoding))
}
