const jsonType = 'application/json; charset=utf-8'

/**
 * A JSON answer. Every answer to a GET carries a strong ETag of its exact bytes and honours If-None-Match; it may be
 * kept but must be asked for again each time.
 */
export function jsonReply(
  request: Request,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  if (request.method === 'GET' && status === 200) {
    return taggedJson(request, text, etagOf(text), headers)
  }
  const reply = new Headers(headers)
  reply.set('content-type', jsonType)
  return new Response(text, { status, headers: reply })
}

/** A JSON answer to a GET whose ETag is known. */
export function taggedJson(
  request: Request,
  content: string | Uint8Array<ArrayBuffer>,
  etag: string,
  headers: Record<string, string> = {},
): Response {
  const tagged = { ...headers, etag, 'cache-control': 'private, no-cache' }
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: tagged })
  }
  return new Response(content, { headers: { ...tagged, 'content-type': jsonType } })
}

/** 64 bits of the content and its length: two states of one address do not meet by chance. */
export function etagOf(content: string | Uint8Array): string {
  return `"${Bun.hash.xxHash64(content).toString(36)}-${content.length.toString(36)}"`
}

/** If-None-Match as RFC 9110 has it: a list, `*`, and weak comparison. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
