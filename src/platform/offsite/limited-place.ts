import { AppError } from '../errors.ts'
import { eachCall, type Place } from './place.ts'

type Limit = {
  /** How long one call may take, in milliseconds. */
  limitMs: number
  /** Ends every call. */
  signal?: AbortSignal
}

/**
 * A place whose calls always end: waiting alone does not show that a network has gone silent. After the limit a call throws AppError
 * `unavailable`. What it had begun in the place may still be done.
 */
export function limitedPlace(place: Place, limit: Limit): Place {
  return eachCall(place, (work) => limited(work(), limit))
}

/** Throws AppError `unavailable` for work that takes longer. */
export async function limited<T>(work: Promise<T>, { limitMs, signal }: Limit): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(new AppError('unavailable', 'The place for copies does not answer.'))
  const timer = setTimeout(end, limitMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  try {
    return await Promise.race([promise, work])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
