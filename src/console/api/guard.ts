import { duties, dutiesOf, type Duty } from '../../accounts/rules.ts'
import {
  findSessionByHash,
  hashToken,
  isSeenAnew,
  type SessionRow,
  touchSession,
  sessionMs,
  type Visitor,
} from '../../accounts/sessions/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { isOwnHost } from '../../platform/http/listening/addresses.ts'
import { contextOf } from '../../platform/http/request.ts'
import { type Endpoint, elysiaService, type HttpService } from '../../platform/http/service.ts'
import type { ConsoleDeps } from './deps.ts'
import { trustedMs } from '../../accounts/two-factor/second-step.ts'

const consolePrefix = '/console'

/**
 * The console's API for the dispatcher: only on the shared listener, and only below its prefix. Its routes are loaded with the first request
 * of a page: a server that only programs call needs none of them.
 */
export function consoleService(deps: ConsoleDeps): HttpService {
  return elysiaService({
    name: 'console',
    prefix: consolePrefix,
    bare: false,
    routes: async () => (await import('../api.ts')).consoleRoutes(deps),
    log: deps.log,
    authorise: consoleGuard(deps),
    credentials: 'cookie',
    errorBody,
  })
}

/**
 * The console's error body. `field` is the refused field of the form, null for none or all. `others` are further wrong
 * fields, left out if there are none.
 */
function errorBody(error: AppError) {
  const { others = [] } = error.details
  return {
    error: {
      message: error.message,
      code: error.code,
      field: fieldOf(error),
      ...(others.length > 0 ? { others: others.map(toldOf) } : {}),
    },
  }
}

function toldOf(error: AppError) {
  return { message: error.message, field: fieldOf(error) }
}

function fieldOf({ details: { field } }: AppError): string | null {
  return typeof field === 'string' ? field : null
}

type GuardDeps = Pick<ConsoleDeps, 'database' | 'clock' | 'log' | 'publicUrl'>

/** The signed-in user. */
export type Session = SessionRow

const sessions = new WeakMap<Request, Session>()

/** The session of a request. Undefined without one, which only endpoints for everybody allow. */
export function findSessionOf(request: Request): Session | undefined {
  return sessions.get(request)
}

/** The session of a request that passed the guard of an endpoint for signed-in users. */
export function sessionOf(request: Request): Session {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('The request did not pass the guard.')
  return session
}

/**
 * For actions that must not be possible at an unattended computer, because they take all data along or let somebody
 * in. Throws AppError `forbidden` if the password was entered too long ago.
 */
export function requireConfirmed(
  { confirmed, clock }: Pick<ConsoleDeps, 'confirmed' | 'clock'>,
  request: Request,
): void {
  confirmed.require(sessionOf(request), clock.now())
}

/**
 * Checks the host, the origin and the session of a request before its body is read, and again after it. Throws
 * AppError `forbidden`, `unauthorized`, `invalid_request`.
 */
function consoleGuard(deps: GuardDeps) {
  const publicUrl = deps.publicUrl === undefined ? undefined : new URL(deps.publicUrl)
  const noteSeen = seenNotes(deps)
  return (request: Request, endpoint: Endpoint | undefined): void => {
    requireOwnHost(request, publicUrl)
    if (changes(request)) {
      requireOwnOrigin(request, publicUrl)
      requireJson(request, endpoint)
    }
    const session = findCurrent(deps, request, publicUrl)
    sessions.delete(request)
    if (session !== undefined) {
      sessions.set(request, session)
      const context = contextOf(request)
      context.userId = session.userId
      noteSeen(session, context.address)
    }
    if (endpoint !== undefined) requireAudience(endpoint, session)
  }
}

/**
 * Refuses foreign host names: a name that leads here from elsewhere would make a stranger's page and this server the
 * same site (DNS rebinding).
 */
function requireOwnHost(request: Request, publicUrl: URL | undefined): void {
  const host = hostOf(request)
  if (host !== undefined && (host === publicUrl?.hostname || isOwnHost(host))) return
  throw new AppError(
    'forbidden',
    "Daybook does not answer under this name. Use this computer's name or IP address; an address of your own is set with --public-url.",
  )
}

/** The host as in a URL: in lower case, without the port. Undefined if it is missing or invalid. */
function hostOf(request: Request): string | undefined {
  const header = request.headers.get('host')
  if (header === null || /[/?#@\\]/.test(header)) return undefined
  return URL.parse(`http://${header}`)?.hostname
}

function changes({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Browsers send the origin of requests that change something, and no page can fake it. */
function requireOwnOrigin(request: Request, publicUrl: URL | undefined): void {
  const origin = request.headers.get('origin')
  if (origin !== null && [new URL(request.url).origin, publicUrl?.origin].includes(origin)) return
  throw new AppError(
    'forbidden',
    "The request did not come from Daybook's own pages: its Origin is not the address that it was sent to.",
  )
}

function requireJson(request: Request, endpoint: Endpoint | undefined): void {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === undefined || type === 'application/json') return
  if (type === 'multipart/form-data' && endpoint?.takesFiles === true) return
  throw new AppError('invalid_request', 'The body must be sent as application/json.')
}

function findCurrent(
  deps: GuardDeps,
  request: Request,
  publicUrl: URL | undefined,
): Session | undefined {
  const token = sentToken(request, publicUrl)
  if (token === undefined) return undefined
  const now = deps.clock.now()
  return findSessionByHash(deps.database.read).get({ hash: hashToken(token), now })
}

/** Records now and then that a session is used. No request waits for it, and a page with many requests is recorded once. */
function seenNotes({ database, clock, log }: GuardDeps) {
  const underWay = new Set<string>()
  return ({ id, createdAt, lastSeenAt }: Session, address: string): void => {
    if (underWay.has(id) || !isSeenAnew(lastSeenAt, clock.now())) return
    if (database.writeRefusal() !== undefined) return
    underWay.add(id)
    database
      .write((conn) => touchSession(conn, { id, createdAt, address }, clock.now()))
      .catch((error: unknown) => log.warn('The use of a session was not noted.', { error }))
      .finally(() => underWay.delete(id))
  }
}

/** An endpoint that declares no audience is for owners. */
function requireAudience({ session: audience }: Endpoint, session: Session | undefined): void {
  if (audience === 'none') return
  if (session === undefined) throw new AppError('unauthorized', 'Sign in first.')
  if (audience === 'member' || session.role === 'owner') return
  const duty = duties.find((some) => some === audience)
  if (duty === undefined) throw new AppError('forbidden', 'Only an owner may do this.')
  if (!dutiesOf(session).includes(duty)) throw new AppError('forbidden', refusals[duty])
}

const refusals: Record<Duty, string> = {
  clerk: 'This is for clerks: an owner of this shop can give you the role.',
  counter: 'This is for the counter: an owner of this shop can give you the role.',
}

// Hidden, because the console's API is not a contract and in no API document. An endpoint without an audience is for owners (guard.ts).

/** For everybody, without signing in. */
export const forEverybody = { detail: { hide: true, 'x-session': 'none' } } as const

/** For all signed-in users, whatever the role. */
export const forMembers = { detail: { hide: true, 'x-session': 'member' } } as const

/** For clerks: documents and everything around them. */
export const forClerks = { detail: { hide: true, 'x-session': 'clerk' } } as const

/** For the counter: products, stock, orders and everything around them. */
export const forCounter = { detail: { hide: true, 'x-session': 'counter' } } as const

export const forOwners = { detail: { hide: true, 'x-session': 'owner' } } as const

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
