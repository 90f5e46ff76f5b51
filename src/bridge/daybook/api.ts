import { AppError } from '../../platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'

/** How long Daybook may take for an answer, in milliseconds. */
const answerMs = 60_000

export type Asked = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

/** Whether the key is none any more, or not for this. */
export function isKeyRefused(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'unauthorized' || error.code === 'forbidden')
}

/** A base address of Daybook's public API with the key that opens it. */
export type Api = {
  /** Throws AppError `unauthorized` or `forbidden` for the key, `not_found`, `unavailable` for what may pass. */
  ask(asked: Asked): Promise<JsonObject>
}

export function apiAt(base: string, key: string): Api {
  return {
    async ask({ method, path, body }) {
      const response = await send(`${base}/api/public/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerMs),
        redirect: 'error',
      })
      if (response.ok) return objectOf(response.text)
      throw refusalOf(response)
    },
  }
}

type Response = { ok: boolean; status: number; text: string }

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    return { ok: response.ok, status: response.status, text: await response.text() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new AppError('unavailable', `Daybook does not answer at ${new URL(url).origin}.`)
  }
}

function objectOf(text: string): JsonObject {
  const value = jsonOf(text)
  if (isJsonObject(value)) return value
  throw new AppError('unavailable', 'What answers is not Daybook, or not whole.')
}

const codes: Record<number, AppError['code']> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
}

/** Both services have a shape of their own for it. */
function refusalOf({ status, text }: Response): AppError {
  const value = jsonOf(text)
  const error = isJsonObject(value) ? value['error'] : undefined
  const message = isJsonObject(error) ? error['message'] : error
  const sentence = typeof message === 'string' ? message : `It answered ${status}.`
  return new AppError(codes[status] ?? 'unavailable', `Daybook: ${sentence}`)
}

function jsonOf(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    // What a proxy says instead of Daybook, or half an answer.
    return null
  }
}
