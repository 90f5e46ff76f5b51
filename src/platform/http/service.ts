import { Elysia, ParseError, ValidationError, type AnyElysia } from 'elysia'
import { AppError } from '../errors.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import type { Log } from '../log.ts'
import type { AnswerCache } from './answer-cache.ts'
import { isMultipart, readAhead, readJson, bodyBytesMax, strangersBodyBytesMax } from './body.ts'
import { type Credentials, jsonReply, refusalReply } from './reply.ts'
import {
  fieldOf,
  holdsSecret,
  isOfUnknownField,
  loggedProblem,
  sentenceOf,
} from './schema-sentence.ts'
import { contextOf, noteRefusal } from './request.ts'

/** A REST service as the dispatcher sees it: its paths, its callers and its refusals. */
export type HttpService = {
  name: string
  /** Its address on the shared listener, such as `/scan-export`. */
  prefix: string
  /** Whether the service also answers under the bare address, where the key tells the services apart. */
  bare: boolean
  /** How its callers identify themselves. A service that uses a cookie answers only its own pages. */
  credentials: Credentials
  /** Resolves when the service can be asked, if it has to be loaded first. Undefined if it can be asked now. */
  ready?(): Promise<void> | undefined
  endpoints: EndpointTable
  /**
   * Throws AppError when the caller may not. `endpoint` is undefined when only the method is wrong. Called before a body is read, and again
   * afterwards: a slow body must not outlive a right that was revoked meanwhile.
   */
  authorise(request: Request, endpoint: Endpoint | undefined): void
  /** A kept answer to a GET, if any. Called only when the key may read it. */
  cached(request: Request): Response | undefined
  handle(request: Request): Response | Promise<Response>
  refuse(error: AppError): Response
  /** Whether the key of a request is a test key, by its form. */
  bringsTestKey?(request: Request): boolean
  /** Answers all requests that wait for an event at once: the server stops. */
  endWaits?: (() => void) | undefined
}

type ElysiaServiceOptions = {
  name: string
  prefix: string
  /** Default: true. */
  bare?: boolean
  /** Called once, with the first request. */
  routes(): AnyElysia | Promise<AnyElysia>
  log: Log
  authorise: HttpService['authorise']
  /** How callers identify themselves. Default: by a key. */
  credentials?: Credentials
  /** The cache of its routes' answers. */
  answers?: AnswerCache
  /** Lists in bodies whose rows the routes check one by one: a bad row is an error of that row alone. */
  rowLists?: ReadonlySet<string>
  endWaits?: HttpService['endWaits']
  /** The service's error shape. No other place knows it. */
  errorBody(error: AppError): unknown
}

/**
 * Combines a service's routes with what all services share: JSON bodies, ETags, refusals in one shape. The routes are built with the first
 * request: many programs call one service alone, and a start does not wait for the others.
 */
export function elysiaService(options: ElysiaServiceOptions): HttpService {
  const { credentials = 'bearer' } = options
  const refuse = (error: AppError) => refusalReply(error, options.errorBody(error), credentials)
  let loading: Promise<void> | undefined
  let built: Routed | undefined
  const ready = () => {
    if (built !== undefined) return undefined
    if (loading !== undefined) return loading
    const routes = options.routes()
    if (routes instanceof Promise) {
      return (loading = routes.then((loaded) => void (built = build(options, refuse, loaded))))
    }
    built = build(options, refuse, routes)
    return undefined
  }
  const routed = () => {
    void ready()
    if (built === undefined) throw new Error(`The service ${options.name} is not loaded yet.`)
    return built
  }
  return {
    name: options.name,
    prefix: options.prefix,
    bare: options.bare ?? true,
    credentials,
    ready,
    endpoints: (path) => routed().endpoints(path),
    authorise: options.authorise,
    cached: (request) => options.answers?.find(request),
    handle: (request) => routed().handle(request),
    refuse,
    endWaits: options.endWaits,
  }
}

/** The routes of a service, built. */
type Routed = Pick<HttpService, 'endpoints' | 'handle'>

function build(
  options: ElysiaServiceOptions,
  refuse: HttpService['refuse'],
  routes: AnyElysia,
): Routed {
  for (const { hooks } of routes.routes) hooks.response = checkedAnswers(hooks)
  const endpoints = routes.routes.map(endpointOf)
  const endpointOfRoute = routeEndpoints(options.prefix, endpoints)
  const uploads = pathsOf(routes, options.prefix, takesFiles)
  const bodiless = pathsOf(routes, options.prefix, takesNoBody)
  // Where the router starts to look for the path: after `https://`, and for plain HTTP early enough for hosts of one or two letters.
  const routerOf = (isHttps: boolean) =>
    new Elysia({ handler: { standardHostname: isHttps } })
      .onParse(({ request, route }) => {
        // A promise of nothing would make Elysia read the body.
        if (bodiless.has(route)) return {}
        const isForEverybody = endpointOfRoute(request, route)?.session === 'none'
        if (isMultipart(request) && uploads.has(route)) {
          // A route that everybody may call checks a right of its own before it reads.
          return isForEverybody ? {} : readAhead(request)
        }
        const bytesMax = isForEverybody ? strangersBodyBytesMax : bodyBytesMax
        return readObject(request, options.rowLists, bytesMax)
      })
      .onBeforeHandle(({ request, route }) => {
        if (request.method !== 'GET') options.authorise(request, endpointOfRoute(request, route))
      })
      .onError(({ error, request }) => {
        const refusal = refusalOf(error)
        const { id } = contextOf(request)
        noteRefusal(request, refusal)
        if (refusal === undefined) {
          options.log.error('A request failed.', { id, error: withoutAnswer(error) })
        }
        return refuse(refusal ?? internalError(id))
      })
      .mapResponse(({ request, responseValue, set }) => {
        if (responseValue instanceof Response) return responseValue
        const status = typeof set.status === 'number' ? set.status : 200
        return jsonReply(request, status, JSON.stringify(responseValue))
      })
      .use(routes)
      .group(options.prefix, (group) => group.use(routes))
      .compile()
  // Created with the first request of each kind: most shops have no HTTPS.
  let http: ReturnType<typeof routerOf> | undefined
  let https: typeof http
  return {
    endpoints: endpointTable(endpoints),
    // `app.handle` wraps every answer in a promise.
    handle: (request) =>
      request.url.startsWith('https:')
        ? (https ??= routerOf(true)).fetch(request)
        : (http ??= routerOf(false)).fetch(request),
  }
}

/** The answer to a bug: its id leads to the log, and the details stay there. */
export function internalError(requestId: string): AppError {
  return new AppError(
    'internal',
    `Something went wrong inside Daybook. Nothing is lost: send the request again. The log has the reason under ${requestId}.`,
  )
}

/** The most fields of one body that are refused at once, beside the first: more than a form has. */
const othersMax = 30

type Route = AnyElysia['routes'][number]

/**
 * The declared answers that are checked: those that a handler returns as values. A refusal is thrown. Checks that never run took half of the
 * first answer's time.
 */
function checkedAnswers({ response, detail }: Route['hooks']): unknown {
  if (response === undefined || detail?.['x-sends-whole'] === true) return undefined
  return Object.fromEntries(Object.entries(response).filter(([status]) => Number(status) < 300))
}

/** The paths of some routes as the router knows them. */
function pathsOf(
  { routes }: AnyElysia,
  prefix: string,
  isMeant: (route: Route) => boolean,
): ReadonlySet<string> {
  return new Set(routes.filter(isMeant).flatMap(({ path }) => [path, `${prefix}${path}`]))
}

/** The endpoints of the router's routes, below the service's prefix or without it. */
function routeEndpoints(prefix: string, endpoints: readonly Endpoint[]) {
  const known = new Map<string, Endpoint>(
    endpoints.flatMap((endpoint) =>
      ['', prefix].map((base): [string, Endpoint] => [
        `${endpoint.method} ${base}${endpoint.path}`,
        endpoint,
      ]),
    ),
  )
  return ({ method }: Request, route: string) => known.get(`${method} ${route}`)
}

/** Routes for files accept multipart/form-data. Everywhere else a body is JSON, whatever its Content-Type says. */
function takesFiles(route: Route): boolean {
  return 'requestBody' in detailOf(route)
}

/** A route that acts by its path alone ignores the body. */
function takesNoBody(route: Route): boolean {
  return route.method === 'POST' && route.hooks?.body === undefined && !takesFiles(route)
}

/** Every body of the API is a JSON object. */
async function readObject(
  request: Request,
  rowLists: ReadonlySet<string> | undefined,
  bytesMax: number,
): Promise<JsonObject> {
  const body = await readJson(request, rowLists, bytesMax)
  if (isJsonObject(body)) return body
  throw new AppError('invalid_request', 'The body must be a JSON object.')
}

/** What a caller may be told of an error. Undefined for a bug. */
function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof ParseError) {
    return error.cause instanceof AppError ? error.cause : undefined
  }
  if (error instanceof ValidationError && error.type !== 'response') {
    const problems = error.all.filter((problem) => !isOfUnknownField(problem))
    return refusalOfSchema(problems, schemaOf(error))
  }
  return undefined
}

/** An answer that breaks its schema is logged with the place only: the framework's message would contain the whole answer. */
function withoutAnswer(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error
  return new Error(`The answer breaks its schema: ${sentenceOf(error.all[0], { isQuoted: false })}`)
}

/** The schema that a body, a query or a path was checked by. */
function schemaOf({ validator }: ValidationError): unknown {
  return 'Schema' in validator ? validator.Schema() : validator
}

/** Keeps the first problem of each field. The refusal is the first of these, with the others attached. */
function refusalOfSchema([first, ...rest]: readonly unknown[], schema: unknown): AppError {
  // Somebody may type a secret into the neighbouring field.
  const isQuoted = !holdsSecret(schema)
  const refusal = (problem: unknown, others?: readonly AppError[]) =>
    new AppError('invalid_request', sentenceOf(problem, { isQuoted }), {
      field: fieldOf(problem),
      logged: loggedProblem(problem),
      ...(others && { others }),
    })
  const told = new Set([fieldOf(first)])
  const others: AppError[] = []
  for (const problem of rest) {
    const field = fieldOf(problem)
    if (told.has(field) || others.length === othersMax) continue
    told.add(field)
    others.push(refusal(problem))
  }
  return refusal(first, others)
}

function endpointOf(route: Route): Endpoint {
  const declared = detailOf(route)
  const scope = 'x-scope' in declared ? declared['x-scope'] : undefined
  const session = 'x-session' in declared ? declared['x-session'] : undefined
  return {
    method: route.method,
    path: route.path,
    scope: typeof scope === 'string' ? scope : undefined,
    ownerOnly: 'x-owner-only' in declared && declared['x-owner-only'] === true,
    session: typeof session === 'string' ? session : undefined,
    takesFiles: takesFiles(route),
    isForEveryKey: 'x-every-key' in declared && declared['x-every-key'] === true,
  }
}

/** What a route declares for the document and the guard. */
function detailOf(route: Route): object {
  const detail: unknown = route.hooks?.detail
  return detail !== null && typeof detail === 'object' ? detail : {}
}

/** One method on one path, with what its route declares beside the schema. */
export type Endpoint = {
  method: string
  path: string
  /** The scope that a key needs. */
  scope: string | undefined
  /** Only the owner's key may call it. */
  ownerOnly: boolean
  /** Who may call an endpoint of the console: everybody, signed-in users, or users with a role. */
  session?: string | undefined
  /** Whether the endpoint accepts files, as multipart/form-data. */
  takesFiles?: boolean
  /** Every key of the service may call it, whatever its scopes. */
  isForEveryKey?: boolean
}

/** Finds the endpoints at a path, by method. Undefined where nothing is served. */
type EndpointTable = (path: string) => ReadonlyMap<string, Endpoint> | undefined

/** Builds the table once. Paths with parameters (`/products/:slug`) are tried after exact paths. */
export function endpointTable(endpoints: readonly Endpoint[]): EndpointTable {
  const exact = new Map<string, Map<string, Endpoint>>()
  for (const endpoint of endpoints) {
    const methods = exact.get(endpoint.path) ?? new Map<string, Endpoint>()
    methods.set(endpoint.method, endpoint)
    exact.set(endpoint.path, methods)
  }
  const patterns = [...exact].filter(([path]) => path.includes(':')).map(patternOf)
  return (path) => {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return exact.get(trimmed) ?? patterns.find(({ pattern }) => pattern.test(trimmed))?.methods
  }
}

/** The methods that a path answers, for `Allow`. */
export function allowedMethods(methods: ReadonlyMap<string, Endpoint>): string[] {
  const allowed = new Set([...methods.keys(), 'OPTIONS'])
  if (allowed.has('GET')) allowed.add('HEAD')
  return [...allowed].toSorted()
}

function patternOf([path, methods]: [string, ReadonlyMap<string, Endpoint>]) {
  const source = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
  return { pattern: new RegExp(`^${source.join('/')}$`), methods }
}
