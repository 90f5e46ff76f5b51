import type { JsonObject } from '../../../src/platform/json/json.ts'

/** Why the framework does not do what it was asked for: its exception, and the status that goes with it. */
export class Refusal extends Error {
  readonly exception: string
  readonly status: number

  constructor(exception: keyof typeof statuses, message: string) {
    super(message)
    this.exception = exception
    this.status = statuses[exception]
  }
}

/** By exception (source: frappe/exceptions.py). A unique field that is taken is a ValidationError, a taken name is not. */
const statuses = {
  AuthenticationError: 401,
  PermissionError: 403,
  DoesNotExistError: 404,
  DuplicateEntryError: 409,
  ValidationError: 417,
  MandatoryError: 417,
  LinkValidationError: 417,
  UniqueValidationError: 417,
  TooManyRequestsError: 429,
} as const

/** The older answer: HTML in a JSON text in a JSON list in a JSON text. */
export function answerOfV1({ exception, message }: Refusal): JsonObject {
  const told = JSON.stringify({ message, title: 'Message', indicator: 'red', raise_exception: 1 })
  return {
    exception: `frappe.exceptions.${exception}: ${message}`,
    exc_type: exception,
    exc: JSON.stringify([`Traceback (most recent call last):\n  frappe.exceptions.${exception}`]),
    _server_messages: JSON.stringify([told]),
  }
}

export function answerOfV2({ exception, message }: Refusal): JsonObject {
  return {
    errors: [
      {
        type: exception,
        message,
        title: 'Message',
        indicator: 'red',
        exception: `frappe.exceptions.${exception}: ${message}`,
      },
    ],
  }
}
