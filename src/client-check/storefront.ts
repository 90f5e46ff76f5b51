import type { JsonObject } from '../platform/json/json.ts'

const codes = new Map([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'],
  [429, 'rate_limited'],
  [500, 'internal'],
])

/** A refusal in the storefront's shape. */
export function storefrontRefusal(status: number, message: string): JsonObject {
  return { error: { message, code: codes.get(status) ?? null }, status }
}
