import { startSession, newToken } from '../../../src/accounts/sessions/sessions.ts'
import { sessionCookieName } from '../../../src/console/api/guard.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import type { Clock } from '../../../src/platform/time.ts'
import { addMember, type Member } from '../../support/member.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

export type ConsoleAnswer = {
  status: number
  headers: Headers
  text: string
  json: JsonObject
  /** The refused field of a form. */
  field: unknown
}

type Sent = { body?: unknown; headers?: Record<string, string> }

/** A browser at the console: it sends the Origin, and keeps the cookies that it was given. */
export type Browser = {
  /** The session's cookie that it holds; '' without one. */
  cookie(): string
  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ConsoleAnswer>
}

/** `url` is the server's address, without a slash. */
export function browserAt(url: string, firstCookie = ''): Browser {
  const [firstName = '', firstToken = ''] = firstCookie.split('=')
  const jar = new Map(firstCookie === '' ? [] : [[firstName, firstToken]])
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`)
  const send = async (method: string, path: string, { body, headers = {} }: Sent) => {
    const response = await fetch(`${url}/console/api${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { origin: url }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jar.size === 0 ? {} : { cookie: cookies().join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      if (set.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
    return await answerOf(response)
  }
  return {
    cookie: () => cookies().find((cookie) => cookie.includes('session')) ?? '',
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, body, headers = {}) => send('POST', path, { body, headers }),
  }
}

/** A shop for all tests of a file, and a browser in which its owner is signed in. */
export async function ownersShop(clock?: Clock) {
  const shop = untilEnd(await openShop(clock))
  return { shop, owner: await signedIn(shop, shop.users.owner) }
}

/** A member of the shop, and a browser in which it is signed in. */
export async function newMember(shop: Shop): Promise<{ member: Member; browser: Browser }> {
  const member = await addMember(shop)
  return { member, browser: await signedIn(shop, member.id) }
}

/** A browser in which a user is signed in already, since now unless told otherwise. */
export async function signedIn(
  { url, database }: { url: string; database: Database },
  userId: string,
  since = Date.now(),
): Promise<Browser & { sessionId: string }> {
  const token = newToken()
  const visitor = { address: '127.0.0.1', userAgent: 'test' }
  const { id } = await database.write((conn) =>
    startSession(conn, { userId, token, visitor }, since),
  )
  return {
    ...browserAt(url, `${sessionCookieName(url, { isSecure: false })}=${token}`),
    sessionId: id,
  }
}

/** Whoever sets a shop up in these tests. */
export const firstOwner = {
  name: 'Om',
  email: 'om@example.com',
  password: 'violet kettle 9',
} as const

/** Sets up a shop that had nothing but its code, and signs its owner in. */
export function setUpShop(
  browser: Browser,
  link: { code: string } | undefined,
  given: { organisation?: string; network?: 'this computer' | 'network' } = {},
  headers: Record<string, string> = {},
): Promise<ConsoleAnswer> {
  const shop = { organisation: 'Acme', network: 'this computer', ...given }
  return browser.post('/set-up', { ...firstOwner, ...shop, code: link?.code ?? '' }, headers)
}

/** A file that a page uploads. */
type SentFile = {
  name: string
  content: BlobPart
  category?: string
  key?: string
  origin?: string
}

/** Uploads files as a page does, with the category and the key of the first. */
export async function upload(
  shop: { url: string },
  browser: Browser,
  ...sent: SentFile[]
): Promise<Response> {
  const form = new FormData()
  form.append('category', sent[0]?.category ?? 'vendor_invoice')
  for (const { name, content } of sent) form.append('files', new File([content], name))
  const { key, origin = shop.url } = sent[0] ?? {}
  return await fetch(`${shop.url}/console/api/documents`, {
    method: 'POST',
    headers: {
      origin,
      cookie: browser.cookie(),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: form,
  })
}

/** The id of the document that a file became. */
export async function uploadOne(
  shop: { url: string },
  browser: Browser,
  sent: SentFile,
): Promise<string> {
  const answer = await upload(shop, browser, sent)
  if (answer.status !== 200) throw new Error(`It was not taken: ${await answer.text()}`)
  const { items }: { items: { id: string }[] } = JSON.parse(await answer.text())
  return items[0]?.id ?? ''
}

/** The items of a list answer. */
export function listed({ json }: ConsoleAnswer): JsonObject[] {
  return Array.isArray(json['items']) ? json['items'].filter(isJsonObject) : []
}

async function answerOf(response: Response): Promise<ConsoleAnswer> {
  const { status, headers } = response
  const text = await response.text()
  const json: JsonObject = text === '' ? {} : JSON.parse(text)
  const { error } = json
  return { status, headers, text, json, field: isJsonObject(error) ? error['field'] : undefined }
}
