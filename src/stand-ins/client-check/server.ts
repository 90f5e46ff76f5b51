import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { parseOrNothing } from '../../platform/json/json.ts'
import { type Profile, type Answer, type Fault, refused, type Request } from './scenario.ts'
import type { Traced } from './trace.ts'

/** Bytes of a body that are taken (source: the contract's limit of a request). */
const bodyBytesMax = 32 * 1024 * 1024

/** What stands in front of the path of a call: the place of a service, or not. */
const prefix = /^(\/scan-export|\/storefront)?\/api\/public\/v1\//

/** Decides what becomes of one request. */
export type Handler = {
  key: string
  profile: Profile
  now(): number
  /** What goes wrong with it, and its answer, which is made when it is asked for. */
  take(request: Request): Promise<{ fault: Fault | undefined; answer(): Promise<Answer> }>
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<void>
  /** Kills the client, or waits until somebody did. */
  kill(gone: Promise<void>): Promise<void>
  /** Told of each request once it is dealt with. */
  done(traced: Omit<Traced, 'scenario' | 'headers'> & { headers: IncomingMessage['headers'] }): void
}

/** Serves on an address of this computer until it is closed; `port` 0 takes a free one. Throws AppError `conflict` where it cannot. */
export async function serveScript(handler: Handler, host: string, port: number) {
  const server = createServer((request, response) => {
    // A fault of this program, which no client shall be blamed for.
    void serve(handler, request, response).catch((error: unknown) =>
      response.writeHead(500).end(JSON.stringify({ error: String(error) })),
    )
  })
  const address = await listen(server, host, port)
  return {
    url: `http://${host}:${address}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', ({ message }) =>
    reject(new AppError('conflict', `Nothing can listen at ${host}:${port}: ${message}.`)),
  )
  server.listen(port, host, () => resolve())
  await promise
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}

async function serve(
  handler: Handler,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = handler.now()
  const body = await bodyOf(message)
  const told = { at, method: message.method ?? '', path: message.url ?? '', body }
  const { headers } = message
  const { fault, answer, retryAfter } = await taken(handler, message, body, at)
  const name = fault?.kind ?? ''
  if (answer === undefined) {
    if (fault?.kind === 'kill') await handler.kill(closingOf(response))
    response.destroy()
    return handler.done({ ...told, headers, status: 0, answer: '', fault: name })
  }
  if (fault?.kind === 'slow') await handler.pause(fault.ms)
  const text = JSON.stringify(answer.body)
  handler.done({ ...told, headers, status: answer.status, answer: text, fault: name })
  if (fault?.kind === 'cut_after') response.destroy()
  else send(response, answer.status, text, { isHalf: fault?.kind === 'half', retryAfter })
}

type Taken = { fault: Fault | undefined; answer: Answer | undefined; retryAfter?: number }

/** Without an answer where the connection ends and nothing was done. */
async function taken(
  handler: Handler,
  message: IncomingMessage,
  body: string,
  at: number,
): Promise<Taken> {
  const { pathname, searchParams } = new URL(message.url ?? '', 'http://localhost')
  const { place: own } = handler.profile
  if (!hasKey(message, handler)) {
    const why = 'The key is missing or not the one of this check.'
    return { fault: undefined, answer: refused(own, 401, why) }
  }
  const [before, place = own] = prefix.exec(pathname) ?? []
  if (before === undefined) {
    return { fault: undefined, answer: refused(own, 404, `There is no ${pathname} here.`) }
  }
  const path = pathname.slice(before.length)
  if (place !== own) {
    return { fault: undefined, answer: nothingWaits(path) ?? refused(own, 404, `No ${path} here.`) }
  }
  const { method = '' } = message
  const { fault, answer } = await handler.take({
    method,
    path,
    query: searchParams,
    body: parseOrNothing(body.replace(/^\uFEFF/, '')),
    now: at,
  })
  switch (fault?.kind) {
    case 'cut_before':
    case 'kill':
      return { fault, answer: undefined }
    case 'refuse': {
      const { status, message: why, retryAfter } = fault
      return {
        fault,
        answer: refused(own, status, why),
        ...(retryAfter !== undefined && { retryAfter }),
      }
    }
    case 'fail_after':
      await answer()
      return { fault, answer: refused(own, 500, 'Something went wrong inside Daybook.') }
    default:
      return { fault, answer: await answer() }
  }
}

/** A client of both services finds nothing in the other one. */
function nothingWaits(path: string): Answer | undefined {
  if (path !== 'scans/unsynced' && path !== 'orders/unsynced') return undefined
  const list = path === 'scans/unsynced' ? 'items' : 'data'
  return { status: 200, body: { [list]: [], count: 0, waiting: 0, next: null } }
}

function hasKey({ headers }: IncomingMessage, { key, profile }: Handler): boolean {
  const { authorization } = headers
  if (authorization === undefined) return profile.takesApiKeyHeader && headers['x-api-key'] === key
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim() === key
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  { isHalf, retryAfter }: { isHalf: boolean; retryAfter: number | undefined },
): void {
  const bytes = Buffer.from(text)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  if (!isHalf) return void response.end(bytes)
  // What is written is on its way before the connection ends.
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

/** When the client has left. */
function closingOf(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', () => resolve()))
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes <= bodyBytesMax) parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}
