import { isJsonObject, parseOrNothing, type JsonValue } from '../../platform/json/json.ts'

/** In characters. A signed e-invoice of a thousand lines has half as many. */
const tokenCharactersMax = 2_000_000

/**
 * The content of a signed e-invoice or of its QR code: a JSON Web Token whose `data` is JSON inside JSON. The signature is not checked,
 * because the portal's keys are not here. Undefined for any other text.
 */
export function signedData(token: string): JsonValue | undefined {
  if (token.length > tokenCharactersMax) return undefined
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token.trim())?.[1]
  if (payload === undefined) return undefined
  const claims = parseOrNothing(Buffer.from(payload, 'base64url').toString('utf8'))
  const data = isJsonObject(claims) ? claims['data'] : undefined
  return typeof data === 'string' ? parseOrNothing(data) : data
}
