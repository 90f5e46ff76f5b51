import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Keys } from './daybook.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import { isJsonObject, type JsonObject, parseOrNothing } from '../../platform/json/json.ts'

/** How long to wait for Daybook's answer, in milliseconds. */
const answerMs = 60_000

export type Asked = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

/** Whether Daybook refuses the key: it is no longer valid, or not allowed to do this. */
export function isKeyRefused(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'unauthorized' || error.code === 'forbidden')
}

/** A base address of Daybook's public API, and its key. */
export type Api = {
  /** Throws AppError `unauthorized` or `forbidden` for the key, `not_found`, `unavailable` for temporary failures. */
  ask(asked: Asked): Promise<JsonObject>
}

export function apiAt(base: string, key: string): Api {
  return {
    async ask({ method, path, body }) {
      return await askDaybook(`${base}/api/public/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    },
  }
}

/**
 * An answer in the form of a schema. `answered` begins the sentence about any other form, as in "Daybook answered names that". Throws
 * AppError as `Api` does, and `internal` for another form.
 */
export async function askFor<Schema extends TSchema>(
  api: Api,
  asked: Asked,
  schema: Schema,
  answered: string,
): Promise<Static<Schema>> {
  const answer: unknown = await api.ask(asked)
  if (Value.Check(schema, answer)) return answer
  const message = `${answered} this bridge does not understand: both must be of one version.`
  throw new AppError('internal', message)
}

/** One call, without following redirects. Throws AppError as `Api` does. */
async function askDaybook(url: string, init: RequestInit): Promise<JsonObject> {
  const signal = AbortSignal.timeout(answerMs)
  const response = await send(url, { ...init, signal, redirect: 'error' })
  if (response.ok) return objectOf(response.text)
  throw refusalOf(response)
}

type Response = { ok: boolean; status: number; text: string }

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    return { ok: response.ok, status: response.status, text: await response.text() }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { origin } = new URL(url)
    if (hasCode(error, uncheckable)) throw uncheckableAt(origin)
    throw new AppError('unavailable', `Daybook does not answer at ${origin}.`)
  }
}

/**
 * Errors of certificates that cannot be checked: an unknown root (source: Node, "TLS", "X509 certificate error codes"), or a certificate
 * that Daybook made itself. Bun's certificate check does not support roots that vouch only for certain addresses, and refuses all that
 * name an address (source: measured with Bun 1.4.5).
 */
const uncheckable = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNSUPPORTED_CONSTRAINT_TYPE',
]

function uncheckableAt(origin: string): AppError {
  return new AppError(
    'unavailable',
    `The bridge cannot check the certificate of ${origin}, so it sent nothing there. Certificates that Daybook makes for itself do not serve a bridge on another computer: give Daybook a certificate of your own. The docs on HTTPS say how.`,
  )
}

function objectOf(text: string): JsonObject {
  const value = parseOrNothing(text)
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

/** Both services have their own shape of errors. */
function refusalOf({ status, text }: Response): AppError {
  const value = parseOrNothing(text)
  const error = isJsonObject(value) ? value['error'] : undefined
  const message = isJsonObject(error) ? error['message'] : error
  const sentence = typeof message === 'string' ? message : `It answered ${status}.`
  return new AppError(codes[status] ?? 'unavailable', `Daybook: ${sentence}`)
}

/** The accounting system of a pairing, as in the names of its keys. */
export type BridgedSystem = 'tally' | 'erpnext' | 'folder'

/**
 * Exchanges a code from Daybook's console for new keys. A code works once. Throws AppError `forbidden` for a code that does not work,
 * `unavailable` where no Daybook answers.
 */
export async function exchangeCode(
  daybook: string,
  code: string,
  system: BridgedSystem,
): Promise<Required<Keys>> {
  const answer = await askDaybook(`${daybook}/console/api/books/pair/keys`, {
    method: 'POST',
    // The console takes changes only from its own pages. This sends the same origin as such a page.
    headers: { origin: new URL(daybook).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code, system }),
  })
  return { daybook, scanKey: keyIn(answer, 'key'), ordersKey: keyIn(answer, 'ordersKey') }
}

function keyIn(answer: JsonObject, field: string): string {
  const key = answer[field]
  if (typeof key === 'string' && key !== '') return key
  throw new AppError('unavailable', 'What answers is not Daybook, or another version of it.')
}
