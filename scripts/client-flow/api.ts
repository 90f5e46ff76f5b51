import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'

/** An answer that takes longer counts as lost. */
const answerLimitMs = 30_000

/** Pauses between tries, doubling from the first to the last; what Retry-After asks for is cut to the last. */
const firstPauseMs = 20
const lastPauseMs = 100

/**
 * How long a server may be away before the integrator gives up. On a busy machine, a server that is killed every few
 * seconds may for a while never live long enough to answer.
 */
const patienceMs = 5 * 60_000

/** A request that can be sent again as it is. */
export type Sending = {
  method: 'GET' | 'POST'
  /** The path after the base address. */
  path: string
  headers?: Record<string, string>
  body?: string | FormData
  /** A second status that is also a right answer. */
  refusal?: number
}

/** Sends a request until the server answers, and returns the answer. Throws for any wrong answer. */
export type Send = (sending: Sending) => Promise<JsonObject>

/**
 * Sends requests to a service with one key. After a refused or broken connection or a 503, it tries again for `patience`
 * milliseconds. All these requests are safe to repeat: reads, acknowledgements, products and stock, and uploads and orders
 * with an Idempotency-Key.
 */
export function sender(base: string, key: string, patience = patienceMs): Send {
  return async (sending) => {
    const { method, path, headers, body } = sending
    const request = {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    }
    const answer = await untilAnswered(`${base}${path}`, request, patience)
    return checked(sending, answer)
  }
}

/** Returns the bytes at an address that needs no key. Throws if there is nothing at the address. */
export async function fetchBytes(url: string): Promise<Uint8Array> {
  const { status, bytes } = await untilAnswered(url, { method: 'GET' })
  if (status !== 200) throw new Error(`GET ${url} was answered ${status}.`)
  return bytes
}

type Answer = { status: number; bytes: Uint8Array }

async function untilAnswered(
  url: string,
  request: RequestInit,
  patience = patienceMs,
): Promise<Answer> {
  const giveUpAt = performance.now() + patience
  let pauseMs = firstPauseMs
  for (;;) {
    const answer = await tryOnce(url, request)
    if (answer !== undefined && answer.status !== 503) return answer
    if (performance.now() > giveUpAt) {
      throw new Error(`${request.method} ${url}: no answer for ${patience} ms.`)
    }
    await Bun.sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, lastPauseMs)
  }
}

/** Undefined when there was no whole answer: what the request did is unknown then. */
async function tryOnce(url: string, request: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(answerLimitMs) })
    return { status: response.status, bytes: await response.bytes() }
  } catch (error) {
    // fetch throws a TypeError for a wrong address, which no repeating mends.
    if (error instanceof TypeError && !('code' in error)) throw error
    return undefined
  }
}

function checked({ method, path, refusal }: Sending, { status, bytes }: Answer): JsonObject {
  const text = new TextDecoder().decode(bytes)
  if (status !== 200 && status !== 201 && status !== refusal) {
    throw new Error(`${method} ${path} was answered ${status}: ${text}`)
  }
  const body: unknown = JSON.parse(text)
  if (isJsonObject(body)) return body
  throw new Error(`${method} ${path} was answered with something else than an object.`)
}

/** A text of an answer, by its name. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value === 'string') return value
  throw new Error(`${name} is not a text in ${JSON.stringify(object)}.`)
}

/** A number of an answer, by its name. */
export function numberOf(object: JsonObject, name: string): number {
  const value = object[name]
  if (typeof value === 'number') return value
  throw new Error(`${name} is not a number in ${JSON.stringify(object)}.`)
}

/** A list of objects of an answer, by its name. */
export function objectsOf(object: JsonObject, name: string): JsonObject[] {
  const value = object[name]
  if (Array.isArray(value) && value.every(isJsonObject)) return value
  throw new Error(`${name} is not a list of objects in ${JSON.stringify(object)}.`)
}
