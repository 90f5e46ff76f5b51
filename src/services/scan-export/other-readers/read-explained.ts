import { Value } from '@sinclair/typebox/value'
import { isJsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import type { RawDocument } from '../normalising/normalise.ts'
import {
  explainedPathMax,
  explainedValue,
  hasPath,
  type ExplainedValue,
  type ExplainedValues,
} from '../scans/explained.ts'

/**
 * Why each value is what it is, as another reader tells it, by path in what it read. What it leaves out of a value counts as sure.
 * Whatever it says where a value comes from, the source is that program: nobody has seen the QR code or the file inside. Throws AppError `invalid_request` that names the path.
 */
export function readGivenExplained(
  value: JsonValue | undefined,
  raw: RawDocument,
): ExplainedValues {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) throw notAllowed('explain', 'an object by path in raw', value)
  return Object.fromEntries(
    Object.entries(value).map(([path, given]) => {
      if (path.length > explainedPathMax || !hasPath(raw, path)) throw notAPath(path)
      return [path, readOne(path, given)]
    }),
  )
}

function readOne(path: string, given: JsonValue): ExplainedValue {
  const value = isJsonObject(given) ? { source: 'api', confidence: 1, ...given } : given
  const problem = Value.Errors(explainedValue, value).First()
  if (problem === undefined) return { ...Value.Parse(explainedValue, value), source: 'api' }
  const field = `explain["${path}"]${problem.path.replaceAll('/', '.')}`
  throw notAllowed(field, expected[problem.path.split('/')[1] ?? ''] ?? 'an object', problem.value)
}

function notAPath(path: string) {
  return notAllowed(
    'explain',
    `an object whose names lead to a field of raw in at most ${explainedPathMax} characters, such as invoice_metadata.Total or line_items.0.Qty`,
    path,
  )
}

/** What each field of a value may be, for who sent another. */
const expected: Readonly<Record<string, string>> = {
  source: 'xml, qr, text, ocr or api',
  page: 'a whole number from 1',
  box: 'left, top, right and bottom as fractions of the page from 0 to 1',
  confidence: 'a number from 0 to 1',
  doubts: 'a list of at most 10 sentences of at most 500 characters',
}
