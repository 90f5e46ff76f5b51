import type { AppError } from '../../platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import {
  initialValues,
  mustBeObject,
  readFields,
  Reading,
  refused,
  type Values,
} from '../../platform/record/read.ts'
import { externalFields, resultFields } from './record.ts'

/** Where a part is in which accounts. Texts that were not given are ''. */
export type External = Values<typeof externalFields>

const nowhere: External = initialValues(externalFields)

/** A checked result. Times are in milliseconds since the epoch. `attempts` is undefined when not given. */
export type GivenResult = Omit<Values<typeof resultFields>, 'attempts'> & {
  attempts: number | undefined
  external: External
}

/** An empty result. */
export const nothingSaid: GivenResult = {
  ...initialValues(resultFields),
  attempts: undefined,
  external: nowhere,
}

/** Reads an unchecked row. Unknown fields are ignored, as everywhere in the API. */
export function readResult(row: unknown): GivenResult | AppError {
  if (!isJsonObject(row)) return refused(mustBeObject('results', row))
  const reading = new Reading()
  let external = nowhere
  const values = readFields(resultFields, row, reading, '', (name, value) => {
    if (name !== 'external') return false
    external = readExternal(value, 'external', reading) ?? nowhere
    return true
  })
  requireGiven(row, ['id', 'outcome'], reading)
  const [fault] = reading.faults
  if (fault !== undefined) return refused(fault)
  const { attempts, ...rest } = values
  return { ...nothingSaid, ...rest, attempts, external }
}

/** Reads where a part is, from an unchecked object. Undefined for null and for a faulty value. */
export function readExternal(
  value: JsonValue | undefined,
  place: string,
  reading: Reading,
): External | undefined {
  if (value === undefined || value === null) return undefined
  if (!isJsonObject(value)) return reading.refuse(mustBeObject(place, value))
  const before = reading.faults.length
  const read = readFields(externalFields, value, reading, `${place}.`, () => false)
  requireGiven(value, ['system'], reading, `${place}.`)
  return reading.faults.length > before ? undefined : { ...nowhere, ...read }
}

function requireGiven(
  record: JsonObject,
  names: readonly string[],
  reading: Reading,
  place = '',
): void {
  for (const name of names) {
    if ((record[name] ?? undefined) !== undefined) continue
    reading.refuse({ rule: 'other', allowed: 'given', field: `${place}${name}`, got: undefined })
  }
}

/** The id in the answer for a row: as it was sent, '' when it was no text. */
export function sentId(row: unknown): string {
  const id = isJsonObject(row) ? row['id'] : undefined
  return typeof id === 'string' ? id.toWellFormed() : ''
}
