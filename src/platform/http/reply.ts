const jsonType = 'application/json; charset=utf-8'

/** It may be kept but must be asked for again each time. */
const revalidated = 'private, no-cache'

/**
 * A JSON answer. Every answer to a GET carries a strong ETag of its exact bytes and honours If-None-Match.
 */
export function jsonReply(
  request: Request,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  if (request.method !== 'GET' || status !== 200) {
    return new Response(text, { status, headers: { ...headers, 'content-type': jsonType } })
  }
  const etag = etagOf(text)
  if (matches(request.headers.get('if-none-match'), etag)) return notModified(etag, headers)
  return new Response(text, { status, headers: { ...headers, ...jsonHeaders(etag) } })
}

/** What every JSON answer to a GET carries. */
export function jsonHeaders(etag: string) {
  return { 'content-type': jsonType, etag, 'cache-control': revalidated }
}

export function notModified(etag: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 304,
    headers: { ...headers, etag, 'cache-control': revalidated },
  })
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
