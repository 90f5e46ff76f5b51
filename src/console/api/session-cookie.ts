import { sessionMs } from '../../accounts/sessions.ts'

const token = /^[\w-]{43}$/

/**
 * What the cookie is called at an address such as `http://127.0.0.1:3292`. Browsers tell cookies by host alone: without
 * the port in the name two Daybooks on one computer would sign each other out. By HTTPS the prefix keeps others out who
 * can set cookies for the host without it.
 */
export function sessionCookieName(address: string, { isSecure }: { isSecure: boolean }): string {
  const { port } = new URL(address)
  return `${isSecure ? '__Host-' : ''}daybook_session${port === '' ? '' : `_${port}`}`
}

/** The session token that a request brings; undefined for none, and for what cannot be one. */
export function sentToken(request: Request, publicUrl: URL | undefined): string | undefined {
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
  const secure = cookies.get(sessionCookieName(request.url, { isSecure: true }))
  const plain = cookies.get(sessionCookieName(request.url, { isSecure: false }))
  const sent = secure ?? (isSurelySecure(request, publicUrl) ? undefined : plain) ?? ''
  return token.test(sent) ? sent : undefined
}

/** The cookie that keeps a browser signed in. The page cannot read it, and no other site can make it be sent. */
export function sessionCookie(request: Request, sent: string): string {
  return cookieText(request, sent, Math.floor(sessionMs / 1000))
}

/** The cookie that signs a browser out. */
export function endedCookie(request: Request): string {
  return cookieText(request, '', 0)
}

/** Cookies are only set by what changes something, so the Origin is there and was checked: it tells also behind a proxy. */
function cookieText(request: Request, value: string, maxAgeSeconds: number): string {
  const isSecure = request.headers.get('origin')?.startsWith('https:') === true
  const name = sessionCookieName(request.url, { isSecure })
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

/** A request that reads says nothing of its origin: behind a proxy that changes the Host it cannot be told. */
function isSurelySecure(request: Request, publicUrl: URL | undefined): boolean {
  const { protocol, hostname } = new URL(request.url)
  return (
    protocol === 'https:' || (publicUrl?.protocol === 'https:' && hostname === publicUrl.hostname)
  )
}
