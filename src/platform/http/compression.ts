import { gzip } from 'node:zlib'
import { promisify } from 'node:util'

// Compresses answers of the API for clients that accept it. Answers of the console are not compressed: the length of an answer to a request
// with a cookie must not reveal its content.

/** The order of choice when a client accepts both equally: zstd takes a tenth of gzip's time. */
const encodings = ['zstd', 'gzip'] as const

type Encoding = (typeof encodings)[number]

/** Smaller answers, in characters, fit into a few packets uncompressed. */
const compressedFrom = 4 * 1024

/** zstd's default level: it packs 370 kB of documents into 27 kB in 0.4 ms. */
const zstdLevel = 3

/** The content of an answer, with its compressed forms so far. */
export type Compressible = {
  content: string | Uint8Array<ArrayBuffer>
  made: Map<Encoding, Blob>
}

const contents = new WeakMap<Response, Compressible>()

/** Undefined for content that is sent uncompressed. */
export function compressibleOf(content: Compressible['content']): Compressible | undefined {
  return content.length < compressedFrom ? undefined : { content, made: new Map() }
}

/** Attaches the content of an answer, for `inEncoding`. */
export function withContent(reply: Response, content: Compressible | undefined): Response {
  if (content !== undefined) contents.set(reply, content)
  return reply
}

/** The answer in the encoding that the client prefers. Another thread compresses it. A form that was made before is returned at once. */
export function inEncoding(
  request: Request,
  reply: Response | Promise<Response>,
): Response | Promise<Response> {
  return reply instanceof Promise
    ? reply.then((made) => encoded(request, made))
    : encoded(request, reply)
}

function encoded(request: Request, reply: Response): Response | Promise<Response> {
  if (reply.status === 304) return withHeldTag(request, reply)
  const content = contents.get(reply)
  if (content === undefined) return reply
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding === undefined) return reply
  const made = content.made.get(encoding)
  if (made !== undefined) return encodedReply(reply, encoding, made)
  return compress(content.content, encoding).then((bytes) => {
    const blob = new Blob([bytes])
    content.made.set(encoding, blob)
    return encodedReply(reply, encoding, blob)
  })
}

/** An ETag without its mark for the encoding: it names the same content. */
export function plainTag(etag: string): string {
  return etag.replace(/-(?:zstd|gzip)"$/, '"')
}

/** Reads Accept-Encoding by RFC 9110: names with weights. Weight 0 means never. */
export function encodingFor(accepted: string | null): Encoding | undefined {
  if (accepted === null) return undefined
  const weights = new Map(accepted.toLowerCase().split(',').map(weighted))
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : undefined
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
  const weight = parameters.find((text) => text.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}

const gzipped = promisify(gzip)

async function compress(
  content: Compressible['content'],
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const made =
    encoding === 'zstd'
      ? await Bun.zstdCompress(content, { level: zstdLevel })
      : await gzipped(content)
  return new Uint8Array(made)
}

/** Each encoded form of an answer has a strong ETag of its own. */
function encodedReply(reply: Response, encoding: Encoding, body: Blob): Response {
  const headers = new Headers(reply.headers)
  headers.set('content-encoding', encoding)
  const etag = headers.get('etag')
  if (etag !== null) headers.set('etag', tagIn(etag, encoding))
  return new Response(body, { status: reply.status, headers })
}

/** A 304 carries the ETag of the form that the client has. */
function withHeldTag(request: Request, reply: Response): Response {
  const etag = reply.headers.get('etag') ?? ''
  const sent = request.headers.get('if-none-match') ?? ''
  const held = encodings.map((encoding) => tagIn(etag, encoding)).find((tag) => sent.includes(tag))
  if (held !== undefined) reply.headers.set('etag', held)
  return reply
}

function tagIn(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`)
}
