import { duties, dutiesOf, type Duty } from '../../accounts/rules.ts'
import {
  findSessionByHash,
  hashToken,
  isSeenAnew,
  type SessionRow,
  touchSession,
} from '../../accounts/sessions/sessions.ts'
import { AppError } from '../../platform/errors.ts'
import { isOwnHost } from '../../platform/http/listening/addresses.ts'
import { contextOf } from '../../platform/http/request.ts'
import type { Endpoint } from '../../platform/http/service.ts'
import { sentToken } from './cookies.ts'
import type { ConsoleDeps } from './deps.ts'

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
export function consoleGuard(deps: GuardDeps) {
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
