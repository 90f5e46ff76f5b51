import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { loopback } from '../../../src/platform/config.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'
import { deleteDoc, findDoc, insertDoc, requireDoctype, type Site, updateDoc } from './documents.ts'
import { isEmpty } from './docs.ts'
import { listed, type Listing, listingOf } from './list.ts'
import { answerOfV1, answerOfV2, Refusal } from './refusals.ts'

/** What goes wrong with one request that writes. */
export const faults = [
  'cutBeforeCommit',
  'cutAfterCommit',
  'crashBeforeCommit',
  'crashAfterCommit',
  /** The proxy answers, in HTML, and the site never heard of it. */
  'badGateway',
  /** The proxy answers, and the site did it all the same. */
  'badGatewayAfterCommit',
  /** Nothing is answered; when the client has left, it is done. */
  'commitsWhenLeft',
  'truncate',
  'tooMany',
] as const
export type Fault = (typeof faults)[number]

export type Machine = Site & {
  /** `KEY:SECRET` of those who may come in, and what they may write. */
  tokens: Map<string, { mayWrite: boolean }>
  faults: Fault[]
  /** Bodies of the requests that wrote, whatever became of them. */
  writes: string[]
  /** Called when a request that writes has come in whole, before anything is done. */
  received(): void
  /** Rises with every crash: what came in before it is not carried out after it. */
  life: number
  crash(): void
}

export function listenOn(machine: Machine, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    // A fault of this program, in a word that no site says.
    void serve(machine, request, response).catch((error: unknown) =>
      response.writeHead(599).end(String(error)),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<Server>()
  server.once('error', reject)
  server.listen(port, loopback, () => resolve(server))
  return promise
}

type Answer = { status: number; body: JsonObject }

async function serve(machine: Machine, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/' } = request
  const body = await bodyOf(request)
  const asked = askedOf(method, url, body)
  const { life } = machine
  const work = () => (machine.life === life ? answerTo(machine, request, asked) : undefined)
  if (method === 'GET') return send(response, work())
  machine.writes.push(body)
  machine.received()
  const fault = machine.faults.shift()
  switch (fault) {
    case 'cutBeforeCommit':
      return void response.destroy()
    case 'crashBeforeCommit':
      return machine.crash()
    case 'badGateway':
      return badGateway(response)
    case 'tooMany':
      return send(
        response,
        refused(asked, new Refusal('TooManyRequestsError', 'Too Many Requests')),
      )
    case 'commitsWhenLeft':
      return void response.once('close', work)
    case undefined:
      return send(response, work())
    default:
      return afterWork(machine, response, fault, work())
  }
}

function afterWork(
  machine: Machine,
  response: ServerResponse,
  fault: Fault,
  answer: Answer | undefined,
): void {
  if (fault === 'crashAfterCommit') return machine.crash()
  if (fault === 'badGatewayAfterCommit') return badGateway(response)
  if (fault === 'cutAfterCommit' || answer === undefined) return void response.destroy()
  const text = JSON.stringify(answer.body)
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(text.slice(0, Math.floor(text.length / 2)))
}

type Asked = {
  method: string
  version: 'v1' | 'v2'
  path: string[]
  query: URLSearchParams
  body: JsonObject
}

function askedOf(method: string, url: string, text: string): Asked {
  const { pathname, searchParams } = new URL(url, 'http://site')
  const parts = pathname.split('/').slice(1).map(decodeURIComponent)
  const isV2 = parts[1] === 'v2'
  const value: JsonValue = text === '' ? {} : JSON.parse(text)
  return {
    method,
    version: isV2 ? 'v2' : 'v1',
    path: parts.slice(isV2 ? 2 : 1),
    query: searchParams,
    body: isJsonObject(value) ? value : {},
  }
}

function answerTo(machine: Machine, request: IncomingMessage, asked: Asked): Answer {
  try {
    admit(machine, request, asked)
    return { status: 200, body: { data: dataFor(machine, asked) } }
  } catch (error) {
    if (error instanceof Refusal) return refused(asked, error)
    throw error
  }
}

function admit({ tokens }: Machine, { headers }: IncomingMessage, { method }: Asked): void {
  const [, token = ''] = /^token (.+)$/.exec(headers.authorization ?? '') ?? []
  const user = tokens.get(token)
  if (user === undefined) throw new Refusal('AuthenticationError', 'Authentication failed')
  if (method === 'GET' || user.mayWrite) return
  throw new Refusal('PermissionError', 'Insufficient Permission for this document')
}

/** `/api/resource/…` and, of the newer interface, `/api/v2/document/…`. */
function dataFor(machine: Machine, { method, version, path, query, body }: Asked): JsonValue {
  const [kind, doctype = '', ...rest] = path
  if (kind !== (version === 'v2' ? 'document' : 'resource') || doctype === '') {
    throw new Refusal('DoesNotExistError', 'Not Found')
  }
  if (method === 'GET' && machine.behaviours.hidden.includes(doctype)) {
    throw new Refusal('PermissionError', `Insufficient Permission for ${doctype}`)
  }
  const name = rest.join('/')
  const { store, behaviours } = machine
  requireDoctype(doctype)
  if (method === 'POST') {
    return insertDoc(machine, doctype, body, version === 'v2' && behaviours.takesNames)
  }
  if (method === 'PUT') return updateDoc(machine, doctype, name, body)
  if (method === 'DELETE') return deleteDoc(machine, doctype, name) ?? 'ok'
  if (doctype === 'GST Settings' && !behaviours.hasIndiaCompliance) {
    throw new Refusal('DoesNotExistError', 'DocType GST Settings not found')
  }
  if (!isEmpty(name)) return findDoc(store, doctype, name)
  const listing = listingOf(query)
  requireColumns(listing, behaviours)
  return listed(store.all(doctype), listing)
}

/** Fields that an app or somebody would have made. */
function requireColumns(
  { fields, filters }: Listing,
  { hasIndiaCompliance, hasDaybookField }: Machine['behaviours'],
): void {
  const asked = [...fields, ...filters.map(({ field }) => field)]
  const unknown = asked.find(
    (field) =>
      (field.startsWith('gst') && !hasIndiaCompliance) ||
      (field === 'daybook_id' && !hasDaybookField),
  )
  if (unknown !== undefined) {
    throw new Refusal('ValidationError', `Unknown column '${unknown}' in 'field list'`)
  }
}

function refused({ version }: Pick<Asked, 'version'>, refusal: Refusal): Answer {
  const body = version === 'v2' ? answerOfV2(refusal) : answerOfV1(refusal)
  return { status: refusal.status, body }
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' })
  response.end('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>')
}

function send(response: ServerResponse, answer: Answer | undefined): void {
  if (answer === undefined) return void response.destroy()
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(answer.status === 429 && { 'retry-after': '1' }),
  })
  response.end(JSON.stringify(answer.body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
