import { Type } from '@sinclair/typebox'
import type { AppError, ErrorCode } from '../../platform/errors.ts'
import { statusOf } from '../../platform/http/refusal.ts'

/** What `error.code` can be (source: decisions, "Storefront", "Errors"); null where nothing better is known. */
const codes: Record<ErrorCode, string | null> = {
  invalid_request: 'invalid_request',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: null,
  conflict: 'conflict',
  rate_limited: 'rate_limited',
  unavailable: null,
  insufficient_storage: null,
  internal: 'internal',
}

/** The service's error shape (source: the contract, "Errors"). */
export const errorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'What was wrong and what is allowed, as a sentence.' }),
      code: Type.Union([Type.String(), Type.Null()], {
        description: 'A word for programs; null where nothing better is known.',
      }),
    }),
    status: Type.Integer({ description: 'The HTTP status.' }),
  },
  {
    $id: 'storefront.Error',
    description: 'Why a request was refused.',
    examples: [
      {
        error: {
          message: 'limit must be a whole number from 1 to 100, got "abc".',
          code: 'invalid_request',
        },
        status: 400,
      },
    ],
  },
)

export function errorBody(error: AppError) {
  return {
    error: { message: error.message, code: codes[error.code] },
    status: statusOf(error.code),
  }
}
