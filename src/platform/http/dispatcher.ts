import { AppError, hasCode } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Clock } from '../time.ts'
import { withoutKeys, type Log } from '../log.ts'
import { discardRest, refuseDeclaredSize } from './body.ts'
import { inEncoding, refusalReply, setBrowserHeaders } from './reply.ts'
import { cameByHttps, clientAddress, proxiesOf } from './listening/addresses.ts'
import {
  type Call,
  type RequestContext,
  type StandbyAnswers,
  attachContext,
  contextOf,
  hasAddress,
  isBelow,
  noAddress,
  noteRefusal,
  originOf,
  pathOf,
  requireAnswerable,
  requireWellSent,
  setLag,
  withPlainPath,
} from './request.ts'
import { internalError, type HttpService, allowedMethods } from './service.ts'

/** The path of a service's API below its base address. No answer below it is ever HTML. */
const apiPath = '/api/'

/** Pages that need no key: health, documents, images, the console. Undefined where there is no page. */
export type Pages = (
  request: Request,
  path: string,
  service: HttpService | undefined,
) => Response | Promise<Response> | undefined

export type DispatcherOptions = {
  services: readonly HttpService[]
  pages: Pages
  /** Chooses one of several services for a bare path, by the key that was sent. */
  chooseService(request: Request, candidates: readonly HttpService[]): HttpService
  clock: Clock
  log: Log
  /** Origins from which browsers may call. */
  corsOrigins: readonly string[]
  /** The configured public address, without a slash at its end. Default: the address that the request came to. */
  publicUrl: string | undefined
  /** Addresses and networks of trusted proxies. Default: only a proxy on this computer. */
  trustedProxies?: readonly string[]
  /** The HTTPS origin that a request must use instead. `peer` as for `answer`. Default: no request has to move. */
  originInstead?(request: Request, peer: string): string | undefined
  /** Whether all ports speak HTTPS. Otherwise browsers must not be told to use only HTTPS for this name. */
  isHttpsEverywhere?: boolean
  /** Undefined when this is no standby. */
  standby?: StandbyAnswers | undefined
  onCall(call: Call): void
}

/** Where a request came in: the shared listener, or a service's own listener, where the service stands at `/`. */
export type Listener = { service: string | undefined }

export type Dispatcher = {
  /**
   * `peer` is the address at the other end of the connection. Answers from memory are returned directly: a promise would only cost time.
   */
  answer(request: Request, listener: Listener, peer: string): Response | Promise<Response>
  /**
   * The answer in place of one that cannot be sent, because its file was removed or failed after it was opened. Bun does not say which
   * request it was, so the refusal has a request id of its own.
   */
  unsendable(error: unknown): Response
  /** Answers all requests that wait for an event at once: otherwise they would delay a server that stops. */
  endWaits?(): void
}

/**
 * The way in: request id, path, key, scope, method, size, in this order, each with its refusal. Then the service answers. Keys are checked
 * before any byte of the body is read.
 */
export function dispatcher(options: DispatcherOptions): Dispatcher {
  return {
    answer: answerer(options),
    endWaits: () => options.services.forEach(({ endWaits }) => endWaits?.()),
    unsendable(error) {
      const id = newId(options.clock.now())
      options.log.error('An answer could not be sent.', { id, error })
      const isGone = hasCode(error, ['ENOENT'])
      const reply = plainRefusal(isGone ? gone : internalError(id))
      reply.headers.set('x-request-id', id)
      return reply
    },
  }
}

function answerer(options: DispatcherOptions): Dispatcher['answer'] {
  const { publicUrl, trustedProxies = [], originInstead } = options
  const proxies = proxiesOf(trustedProxies, { isOwnComputers: publicUrl !== undefined })
  return (request, listener, peer) => {
    const at = options.clock.now()
    const started = performance.now()
    const isAddressed = hasAddress(request)
    const isHead = isAddressed && request.method === 'HEAD'
    const plain = isAddressed ? withPlainPath(request) : request
    const asked = isHead ? asGet(plain) : plain
    const path = isAddressed ? pathOf(plain.url) : request.url
    const isSafe = cameByHttps(request, peer, proxies)
    // One object from the first byte to the log.
    const call: Call = {
      id: newId(at),
      at,
      method: request.method,
      path: withoutKeys(path),
      status: 0,
      durationMs: 0,
      address: clientAddress(request, peer, proxies),
      origin: publicUrl ?? originOf(isSafe ? request.url.replace(/^http:/, 'https:') : request.url),
      originInstead: isAddressed && !isSafe ? originInstead?.(request, peer) : undefined,
      isHead,
      rows: 0,
    }
    attachContext(asked, call)
    const end = (reply: Response) => {
      finish(reply, request, call, options)
      call.status = reply.status
      call.durationMs = Math.round(performance.now() - started)
      options.onCall(call)
      return reply
    }
    const response = isAddressed
      ? answer(options, asked, path, listener)
      : failed(options, asked, noAddress())
    const last = (reply: Response) => afterBody(plain, reply, end)
    if (isHead) return withoutBody(response).then(last)
    return response instanceof Promise ? response.then(last) : last(response)
  }
}

/** Sends an answer only after the whole body has arrived, even if nobody needed the body: see `discardRest`. */
function afterBody(
  request: Request,
  reply: Response,
  end: (reply: Response) => Response,
): Response | Promise<Response> {
  // Touching the body costs time. Only a refusal can come before the end of a body that is being read.
  const isRead = reply.ok && (request.bodyUsed || request.method === 'GET')
  const rest = isRead ? undefined : discardRest(request)
  return rest === undefined ? end(reply) : rest.then(() => end(reply))
}

function answer(
  options: DispatcherOptions,
  request: Request,
  path: string,
  listener: Listener,
): Response | Promise<Response> {
  return orElse(
    () => route(options, request, path, listener),
    (error) => failed(options, request, error),
  )
}

function route(
  options: DispatcherOptions,
  request: Request,
  path: string,
  listener: Listener,
): Response | Promise<Response> {
  if (listener.service !== undefined) {
    return answerFor(options, serviceNamed(options, listener.service), request, path)
  }
  const prefixed = options.services.find(({ prefix }) => isBelow(path, prefix))
  if (prefixed !== undefined) {
    return answerFor(options, prefixed, request, path.slice(prefixed.prefix.length))
  }
  if (path.startsWith(apiPath)) {
    return answerFor(options, bareService(options, request, path), request, path)
  }
  const page = options.pages(request, path, undefined)
  if (page === undefined) throw nothingAt(path)
  return page
}

function serviceNamed(options: DispatcherOptions, name: string): HttpService {
  const service = options.services.find((candidate) => candidate.name === name)
  if (service === undefined) throw new Error(`There is no service ${name}.`)
  return service
}

/** `path` is relative to the service's base address. */
function answerFor(
  options: DispatcherOptions,
  service: HttpService,
  request: Request,
  path: string,
): Response | Promise<Response> {
  if (!path.startsWith(apiPath)) {
    const page = options.pages(request, path, service)
    if (page !== undefined) return page
  }
  const context = contextOf(request)
  if (service.credentials === 'cookie') context.isForOwnPages = true
  return orElse(
    () => {
      const loading = service.ready?.()
      const served = () => serve(options, service, request, path)
      return loading === undefined ? served() : loading.then(served)
    },
    (error) => {
      if (!(error instanceof AppError)) throw error
      noteRefusal(request, error)
      context.isTest ??= service.bringsTestKey?.(request) ?? false
      return service.refuse(error)
    },
  )
}

function serve(
  { standby }: DispatcherOptions,
  service: HttpService,
  request: Request,
  path: string,
): Response | Promise<Response> {
  requireWellSent(request)
  requireAnswerable(standby, request)
  const methods = service.endpoints(path)
  if (methods === undefined) throw nothingAt(path)
  if (request.method === 'OPTIONS') {
    const allow = allowedMethods(methods).join(', ')
    return new Response(null, { status: 204, headers: { allow } })
  }
  const endpoint = methods.get(request.method)
  service.authorise(request, endpoint)
  if (endpoint === undefined) {
    const allow = allowedMethods(methods)
    throw new AppError(
      'method_not_allowed',
      `${request.method} is not allowed here, only ${allow.join(', ')}.`,
      { allow },
    )
  }
  refuseDeclaredSize(request)
  const cached = request.method === 'GET' ? service.cached(request) : undefined
  const reply = cached ?? service.handle(request)
  return service.bare ? inEncoding(request, reply) : reply
}

/** Returns the answer of `work`, at once or later. `refuse` turns an error into an answer. */
function orElse(
  work: () => Response | Promise<Response>,
  refuse: (error: unknown) => Response,
): Response | Promise<Response> {
  try {
    const response = work()
    return response instanceof Promise ? response.catch(refuse) : response
  } catch (error) {
    return refuse(error)
  }
}

/** Under the bare address the path chooses the service, then the method, then the key. */
function bareService(options: DispatcherOptions, request: Request, path: string): HttpService {
  const keyed = options.services.filter(({ bare }) => bare)
  const serving = keyed.filter((service) => service.endpoints(path) !== undefined)
  const answering = serving.filter(
    (service) => service.endpoints(path)?.has(request.method) === true,
  )
  const candidates = [answering, serving].find((list) => list.length > 0) ?? keyed
  const [only] = candidates
  return only !== undefined && candidates.length === 1
    ? only
    : options.chooseService(request, candidates)
}

function finish(
  reply: Response,
  request: Request,
  { id, origin, isTest = false, isForOwnPages = false }: RequestContext,
  options: DispatcherOptions,
): void {
  const { isHttpsEverywhere, standby } = options
  const corsOrigins = isForOwnPages ? [] : options.corsOrigins
  reply.headers.set('x-request-id', id)
  if (isTest) reply.headers.set('daybook-test', 'true')
  setLag(reply.headers, standby)
  // Behind a proxy, HTTPS ends at the proxy.
  const isHttpsAlone = isHttpsEverywhere === true || !request.url.startsWith('https:')
  setBrowserHeaders(reply.headers, request, { origin, isHttpsAlone, corsOrigins })
}

function failed(options: DispatcherOptions, request: Request, error: unknown): Response {
  noteRefusal(request, error instanceof AppError ? error : undefined)
  if (error instanceof AppError) return plainRefusal(error)
  const { id } = contextOf(request)
  options.log.error('A request failed.', { id, error })
  return plainRefusal(internalError(id))
}

/** A refusal that comes from no service. */
function plainRefusal(error: AppError): Response {
  return refusalReply(error, { error: error.message })
}

const gone = new AppError('not_found', 'There is nothing here any more.')

function nothingAt(path: string): AppError {
  return new AppError('not_found', `There is nothing at ${withoutKeys(path)}.`)
}

// A HEAD is answered like a GET, without the body.

function asGet(request: Request): Request {
  return new Request(request.url, { headers: request.headers })
}

/** Answers are texts, bytes or files. A Blob knows the length of each, so no file is read for it. */
async function withoutBody(pending: Response | Promise<Response>): Promise<Response> {
  const response = await pending
  const headers = new Headers(response.headers)
  if (response.body !== null) headers.set('content-length', String((await response.blob()).size))
  return new Response(null, { status: response.status, headers })
}
