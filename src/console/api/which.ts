import { Type, type Static } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

/** Rows that one command names: as many as a person chooses by hand, and some. */
const chosenMax = 1_000

/** The rows of a list that a command is for: some by their ids, or all that a filter of the list chooses. */
export const whichBody = Type.Object({
  ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: chosenMax,
      expected: `a list of 1 to ${chosenMax} ids`,
    }),
  ),
  /** The filter, as the list takes it in its query. */
  fit: Type.Optional(
    Type.Record(Type.String(), Type.String(), { expected: 'the filter of a list' }),
  ),
  /** How many were shown to fit it. */
  atMost: Type.Optional(Type.Integer({ minimum: 0, expected: 'a whole number' })),
})

type Which = Static<typeof whichBody>

/**
 * The ids of a command's rows, each once. Throws AppError `invalid_request`, and `conflict` when more fit by now than
 * whoever said "all" was shown: nobody has looked at those.
 */
export async function idsOf(
  { ids, fit, atMost }: Which,
  listIds: (query: URLSearchParams) => readonly string[] | Promise<readonly string[]>,
): Promise<string[]> {
  if (fit === undefined || atMost === undefined) {
    if (ids !== undefined) return [...new Set(ids)]
    throw new AppError('invalid_request', 'Say which: ids, or fit with atMost.', { field: 'which' })
  }
  const found = await listIds(new URLSearchParams(fit))
  if (found.length <= atMost) return [...found]
  throw new AppError(
    'conflict',
    `${found.length} fit by now, not ${atMost}: look at the list again.`,
    { field: 'which' },
  )
}

/** Parts of what was chosen, each of which is done whole or not at all. */
export function* partsOf(ids: readonly string[]): Generator<string[], void> {
  for (let first = 0; first < ids.length; first += chosenMax) {
    yield ids.slice(first, first + chosenMax)
  }
}
