import { Type, type Static, type TObject } from '@sinclair/typebox'
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
    Type.Object(
      {},
      { additionalProperties: Type.String(), expected: 'the filter of a list, in texts' },
    ),
  ),
  /** How many were shown to fit it. */
  atMost: Type.Optional(Type.Integer({ minimum: 0 })),
})

type Which = Static<typeof whichBody>

/**
 * The ids of a command's rows, each once; `filter` is what the list can be narrowed by. Throws AppError `invalid_request`, and `conflict` when more fit by now than
 * whoever said "all" was shown: nobody has looked at those.
 */
export async function idsOf(
  { ids, fit, atMost }: Which,
  filter: TObject,
  listIds: (query: URLSearchParams) => readonly string[] | Promise<readonly string[]>,
): Promise<string[]> {
  if (fit === undefined || atMost === undefined) {
    if (ids !== undefined) return [...new Set(ids)]
    throw new AppError('invalid_request', 'Say which: ids, or fit with atMost.', { field: 'which' })
  }
  const unknown = Object.keys(fit).find((key) => !(key in filter.properties))
  if (unknown !== undefined) throw notAFilter(unknown)
  const found = await listIds(new URLSearchParams(fit))
  if (found.length <= atMost) return [...found]
  throw new AppError(
    'conflict',
    `${found.length} fit by now, not ${atMost}: look at the list again.`,
    { field: 'which' },
  )
}

/** In a query it would be ignored: here that would choose everything. */
function notAFilter(key: string): AppError {
  return new AppError('invalid_request', `The list cannot be narrowed by ${key}.`, {
    field: 'which.fit',
  })
}

/** Which part of what was chosen is asked for, from 0. */
export const partBody = Type.Integer({ minimum: 0, expected: 'a whole number from 0' })

/** Parts of what was chosen, each of which is done whole or not at all. */
export function* partsOf(ids: readonly string[]): Generator<string[], void> {
  for (let first = 0; first < ids.length; first += chosenMax) {
    yield ids.slice(first, first + chosenMax)
  }
}
