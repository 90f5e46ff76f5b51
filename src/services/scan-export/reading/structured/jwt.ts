import { isJsonObject, type JsonValue } from '../../../../platform/json/json.ts'

/** Characters: a signed e-invoice of a thousand lines has half of it. */
const tokenCharactersMax = 2_000_000

/**
 * What a signed e-invoice or its QR code says: a JSON Web Token whose `data` is JSON inside JSON. The signature is not
 * checked: the portal's keys are not here. Undefined for anything else.
 */
export function signedData(token: string): JsonValue | undefined {
  if (token.length > tokenCharactersMax) return undefined
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token.trim())?.[1]
  if (payload === undefined) return undefined
  const claims = parsed(Buffer.from(payload, 'base64url').toString('utf8'))
  const data = isJsonObject(claims) ? claims['data'] : undefined
  return typeof data === 'string' ? parsed(data) : data
}

/** Undefined for what is no JSON. */
export function parsed(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
