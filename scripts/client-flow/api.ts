import { isJsonObject, type JsonObject } from '../../src/platform/json.ts'

/** An answer that takes longer counts as lost. */
const answerLimitMs = 10_000

/** Pauses between tries, doubling from the first to the last; what Retry-After asks for is cut to the last. */
const firstPauseMs = 20
const lastPauseMs = 500

/** How long a server may be away before the integrator gives up. */
const patienceMs = 60_000

/** A request that can be sent again as it is. */
export type Sending = {
  method: 'GET' | 'POST'
  /** Behind the base address. */
  path: string
  headers?: Record<string, string>
  body?: string | FormData
}

/** Sends a request until it is answered, and returns the answer. Throws for any answer but the one that is right. */
export type Send = (sending: Sending) => Promise<JsonObject>

/**
 * The way to a service for one key. A refused or broken connection and a 503 are tried again: all that is sent here is
 * safe to repeat (reads, mark-synced, uploads with an Idempotency-Key).
 */
export function sender(base: string, key: string): Send {
  return async (sending) => {
    const giveUpAt = performance.now() + patienceMs
    let pauseMs = firstPauseMs
    for (;;) {
      const answer = await tryOnce(base, key, sending)
      if (answer !== undefined && answer.status !== 503) return await checked(sending, answer)
      if (performance.now() > giveUpAt) {
        throw new Error(`${sending.method} ${sending.path}: no answer for ${patienceMs} ms.`)
      }
      await Bun.sleep(pauseMs)
      pauseMs = Math.min(2 * pauseMs, lastPauseMs)
    }
  }
}

type Answer = { status: number; text: string }

/** Undefined when there was no whole answer: what the request did is unknown then. */
async function tryOnce(base: string, key: string, sending: Sending): Promise<Answer | undefined> {
  const { method, path, headers, body } = sending
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      signal: AbortSignal.timeout(answerLimitMs),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    // fetch throws a TypeError for a wrong address, which no repeating mends.
    if (error instanceof TypeError && !('code' in error)) throw error
    return undefined
  }
}

async function checked({ method, path }: Sending, answer: Answer): Promise<JsonObject> {
  if (answer.status !== 200 && answer.status !== 201) {
    throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
  }
  const body: unknown = JSON.parse(answer.text)
  if (isJsonObject(body)) return body
  throw new Error(`${method} ${path} was answered with something else than an object.`)
}

/** A text of an answer, by its name. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name]
  if (typeof value === 'string') return value
  throw new Error(`${name} is not a text in ${JSON.stringify(object)}.`)
}
