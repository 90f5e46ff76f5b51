import { sessionMs, type Visitor } from '../../accounts/sessions/sessions.ts'
import { trustedMs } from '../../accounts/two-factor/second-step.ts'
import { contextOf } from '../../platform/http/request.ts'

const token = /^[\w-]{43}$/

/** How long a device stays known: browsers keep no cookie longer (source: RFC 6265bis, 400 days). */
const deviceSeconds = 400 * 24 * 60 * 60

/** How long a trusted device needs no second step. */
const trustedSeconds = trustedMs / 1000

type Kind = 'session' | 'device' | 'trusted'

/** The name of the session's cookie. */
export function sessionCookieName(address: string, { isSecure }: { isSecure: boolean }): string {
  return cookieName('session', address, isSecure)
}

/**
 * The name of a cookie at an address such as `http://127.0.0.1:3292`. Browsers separate cookies by host alone. Without
 * the port in the name, two Daybooks on one computer would sign each other out. With HTTPS, the prefix stops others
 * from setting the cookie over plain HTTP.
 */
function cookieName(kind: Kind, address: string, isSecure: boolean): string {
  const { port } = new URL(address)
  return `${isSecure ? '__Host-' : ''}daybook_${kind}${port === '' ? '' : `_${port}`}`
}

/** The session token in a request. Undefined if there is none or if it cannot be a token. */
export function sentToken(request: Request, publicUrl: URL | undefined): string | undefined {
  const { secure, plain } = sentCookies(request, 'session')
  const sent = secure ?? (isSurelySecure(request, publicUrl) ? undefined : plain) ?? ''
  return token.test(sent) ? sent : undefined
}

/** The cookie of a known or trusted device, from HTTPS or HTTP: nobody else can make a valid one. */
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

/** The cookies that keep a browser signed in, and known at its next sign-in. */
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

/** The cookie of a device that has signed in before. */
export function deviceCookie(request: Request, device: string): string {
  return cookieText('device', request, device, deviceSeconds)
}

/** The cookie that signs a browser out. The device stays known. */
export function endedCookie(request: Request): string {
  return cookieText('session', request, '', 0)
}

/**
 * Scripts cannot read these cookies, and other sites cannot make a browser send them. Only requests that change
 * something set cookies. Their Origin was checked, so it shows HTTPS even behind a proxy.
 */
function cookieText(kind: Kind, request: Request, value: string, maxAgeSeconds: number): string {
  const isSecure = request.headers.get('origin')?.startsWith('https:') === true
  const name = cookieName(kind, request.url, isSecure)
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

/** A reading request has no Origin. Behind a proxy that changes the Host, nobody can tell whether it came by HTTPS. */
function isSurelySecure(request: Request, publicUrl: URL | undefined): boolean {
  const { protocol, hostname } = new URL(request.url)
  return (
    protocol === 'https:' || (publicUrl?.protocol === 'https:' && hostname === publicUrl.hostname)
  )
}

/** The address and the device of a request, as "your sessions" shows them. */
export function visitorOf(request: Request): Visitor {
  return {
    address: contextOf(request).address,
    userAgent: request.headers.get('user-agent') ?? '',
    device: sentByDevice(request, 'device'),
    trusted: sentByDevice(request, 'trusted'),
  }
}
