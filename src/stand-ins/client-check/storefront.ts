import { codeOf } from '../../platform/http/reply.ts'
import type { JsonObject } from '../../platform/json/json.ts'

/** A refusal in the storefront's shape. */
export function storefrontRefusal(status: number, message: string): JsonObject {
  return { error: { message, code: codeOf(status) }, status }
}
