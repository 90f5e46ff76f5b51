import type { AppError } from '../../platform/errors.ts'

/** How the console refuses: `field` is the field of the form that was refused, null when it is none or all of them. */
export function errorBody(error: AppError) {
  const { field } = error.details
  return {
    error: {
      message: error.message,
      code: error.code,
      field: typeof field === 'string' ? field : null,
    },
  }
}
