import { Type, type Static, type TObject } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'

/** The most rows that one command names: somewhat more than a person selects by hand. */
const chosenMax = 1_000

/** The rows of a command: some by their ids, or all that match a filter of the list. */
export const whichBody = Type.Object({
  ids: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: chosenMax,
      expected: `a list of 1 to ${chosenMax} ids`,
    }),
  ),
  /** The filter in the form of the list's query. */
  fit: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: Type.String(), expected: 'the filter of a list, in texts' },
    ),
  ),
  /** The number of matching rows that the user saw. */
  atMost: Type.Optional(Type.Integer({ minimum: 0 })),
})

type Which = Static<typeof whichBody>

/**
 * The ids of a command's rows, each once. `filter` is the list's query. Throws AppError `invalid_request`, and
 * `conflict` if more rows match now than the user saw: nobody has looked at the others.
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

/** A query ignores unknown fields. Here that would choose every row. */
function notAFilter(key: string): AppError {
  return new AppError('invalid_request', `The list cannot be narrowed by ${key}.`, {
    field: 'which.fit',
  })
}

/** The part of the chosen rows, from 0. */
export const partBody = Type.Integer({ minimum: 0, expected: 'a whole number from 0' })

/** Parts of the chosen rows. Each part is done completely or not at all. */
export function* partsOf(ids: readonly string[]): Generator<string[], void> {
  for (let first = 0; first < ids.length; first += chosenMax) {
    yield ids.slice(first, first + chosenMax)
  }
}
