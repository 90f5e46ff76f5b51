import { sessionMs } from '../../accounts/sessions.ts'

const cookieName = 'daybook_session'
const token = /^[\w-]{43}$/

/** The session token that a request brings; undefined for none, and for what cannot be one. */
export function sentToken(request: Request): string | undefined {
  const cookies = new Bun.CookieMap(request.headers.get('cookie') ?? '')
  const sent = cookies.get(cookieName) ?? ''
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
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`
  return `${cookieName}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}
