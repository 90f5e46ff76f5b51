import { sessionMs, type Visitor } from '../../accounts/sessions/sessions.ts'
import { trustedMs } from '../../accounts/two-factor/second-step.ts'
import { contextOf } from '../../platform/http/request.ts'

const token = /^[\w-]{43}$/

/** How long a device stays known: browsers keep no cookie longer (source: RFC 6265bis, 400 days). */
const deviceSeconds = 400 * 24 * 60 * 60

/** So long a device is not asked for the second step that somebody trusts. */
const trustedSeconds = trustedMs / 1000

type Kind = 'session' | 'device' | 'trusted'

/** What the session's cookie is called. */
export function sessionCookieName(address: string, { isSecure }: { isSecure: boolean }): string {
  return cookieName('session', address, isSecure)
}

/**
 * What a cookie is called at an address such as `http://127.0.0.1:3292`. Browsers tell cookies by host alone: without
 * the port in the name two Daybooks on one computer would sign each other out. By HTTPS the prefix keeps others out who
 * can set cookies for the host without it.
 */
function cookieName(kind: Kind, address: string, isSecure: boolean): string {
  const { port } = new URL(address)
  return `${isSecure ? '__Host-' : ''}daybook_${kind}${port === '' ? '' : `_${port}`}`
}

/** The session token that a request brings; undefined for none, and for what cannot be one. */
export function sentToken(request: Request, publicUrl: URL | undefined): string | undefined {
  const { secure, plain } = sentCookies(request, 'session')
  const sent = secure ?? (isSurelySecure(request, publicUrl) ? undefined : plain) ?? ''
  return token.test(sent) ? sent : undefined
}

/** The cookie of a device that is known or trusted, as it was sent: nobody can make one, by whatever way it came. */
function sentByDevice(request: Request, kind: 'device' | 'trusted'): string | undefined {
  const { secure, plain } = sentCookies(request, kind)
  return secure ?? plain
}

function sentCookies({ headers, url }: Request, kind: Kind) {
  const cookies = new Bun.CookieMap(headers.get('cookie') ?? '')
  return {
    secure: cookies.get(cookieName(kind, url, true)) ?? undefined,
    plain: cookies.get(cookieName(kind, url, false)) ?? undefined,
  }
}

/** The cookies that keep a browser signed in, and known when it signs in again. */
export function signedInCookies(
  request: Request,
  started: { token: string; device: string | undefined; trusted?: string | undefined },
): string[] {
  const { token: sent, device, trusted } = started
  return [
    cookieText('session', request, sent, Math.floor(sessionMs / 1000)),
    ...(device === undefined ? [] : [deviceCookie(request, device)]),
    ...(trusted === undefined ? [] : [cookieText('trusted', request, trusted, trustedSeconds)]),
  ]
}

/** The cookie by which a device is known that has signed in. */
export function deviceCookie(request: Request, device: string): string {
  return cookieText('device', request, device, deviceSeconds)
}

/** The cookie that signs a browser out; the device stays known. */
export function endedCookie(request: Request): string {
  return cookieText('session', request, '', 0)
}

/**
 * No page can read a cookie, and no other site can make it be sent. They are only set by what changes something, so the
 * Origin is there and was checked: it tells also behind a proxy.
 */
function cookieText(kind: Kind, request: Request, value: string, maxAgeSeconds: number): string {
  const isSecure = request.headers.get('origin')?.startsWith('https:') === true
  const name = cookieName(kind, request.url, isSecure)
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

/** Where a request comes from, as "your sessions" shows it, and from which device. */
export function visitorOf(request: Request): Visitor {
  return {
    address: contextOf(request).address,
    userAgent: request.headers.get('user-agent') ?? '',
    device: sentByDevice(request, 'device'),
    trusted: sentByDevice(request, 'trusted'),
  }
}
