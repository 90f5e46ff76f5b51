import { Type, type Static } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json/json.ts'
import { notAllowed } from '../platform/record/read.ts'
import type { RawDocument } from './rules/normalise.ts'
import { once } from '../platform/turns.ts'

/**
 * Sources of values, from the most trusted to the least: structured data, a QR code, a PDF's text, a picture. `derived`: not printed, but
 * it follows from other values. `api`: another program sent it.
 */
export const sources = ['xml', 'qr', 'text', 'ocr', 'derived', 'api'] as const

/** A fraction of a page. */
const fraction = Type.Number({ minimum: 0, maximum: 1 })

/** Characters of a sentence. */
const doubtMax = 500
/** Sentences about one value, or about the whole document. */
const doubtsMax = 10

/**
 * Why a value is what it is. `page` from 1. `box`: left, top, right and bottom on the upright page. `confidence` from 0 to 1. `doubts`:
 * sentences.
 */
export const explainedValue = Type.Object({
  source: Type.Union(sources.map((source) => Type.Literal(source))),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  box: Type.Optional(Type.Tuple([fraction, fraction, fraction, fraction])),
  confidence: fraction,
  doubts: Type.Optional(Type.Array(Type.String({ maxLength: doubtMax }), { maxItems: doubtsMax })),
})

/** Characters of a path that another program sends. */
export const explainedPathMax = 250

/**
 * A path in what was read, with the labels as printed: `invoice_metadata.Bill No`, `line_items.3.Qty`; `` for the whole document. The
 * pattern allows every character, even line feeds: a record does not check keys that its pattern does not match.
 */
const anyPath = Type.String({ pattern: '^[^]*$' })

/** Explained values by path. */
export const explainedValues = Type.Record(anyPath, explainedValue)

export type ExplainedValue = Static<typeof explainedValue>

export type ExplainedValues = Static<typeof explainedValues>

/** The doubts to store about one value: the first ones, and how many more there are. */
export function keptDoubts(doubts: readonly string[]): string[] {
  const short = doubts.map((doubt) => shortened(doubt))
  if (short.length <= doubtsMax) return short
  const kept = short.slice(0, doubtsMax - 1)
  return [...kept, `And ${short.length - kept.length} more doubts.`]
}

function shortened(doubt: string): string {
  return doubt.length <= doubtMax ? doubt : `${doubt.slice(0, doubtMax - 1).toWellFormed()}…`
}

const exactValues = Type.Record(
  anyPath,
  Type.Object(explainedValue.properties, { additionalProperties: false }),
)

const exactCheck = once(() => TypeCompiler.Compile(exactValues))

/**
 * Checks what a reader said, and throws unless it fits exactly. Uses a compiled check, made on first use: `Value.Parse` takes 45 ms for
 * a statement of 2,000 rows, and nobody gets an answer meanwhile.
 */
export function checkedExplained(given: unknown): ExplainedValues {
  if (exactCheck().Check(given)) return given
  throw new Error(
    `These are no explained values: ${exactCheck().Errors(given).First()?.path ?? ''}`,
  )
}

/** Reads stored explanations. */
export function readExplained(text: string): ExplainedValues {
  return checkedExplained(JSON.parse(text))
}

/** The most lines of a document. A year's bank statement has fewer. */
export const lineItemsMax = 5_000

/** The most fields of a document's head or of one line. */
export const fieldsMax = 500

/** Characters of a label, and of the whole reading as JSON. */
export const labelLengthMax = 500
export const rawLengthMax = 2 * 1024 * 1024

/** Checks what another scanner read. Throws AppError `invalid_request` that names the field. */
export function checkedRaw(value: JsonValue | undefined): RawDocument {
  if (!isJsonObject(value))
    throw notAllowed('raw', 'an object with invoice_metadata and line_items', value)
  const metadata = value['invoice_metadata'] ?? {}
  const lines = value['line_items'] ?? []
  if (!isJsonObject(metadata)) throw notAllowed('raw.invoice_metadata', 'an object', metadata)
  checkLabels('raw.invoice_metadata', metadata)
  if (!Array.isArray(lines) || lines.length > lineItemsMax) {
    throw notAllowed('raw.line_items', `a list of at most ${lineItemsMax} objects`, lines)
  }
  const lineItems = lines.map((line, i) => {
    if (!isJsonObject(line)) throw notAllowed(`raw.line_items[${i}]`, 'an object', line)
    checkLabels(`raw.line_items[${i}]`, line)
    return line
  })
  const raw = { invoice_metadata: metadata, line_items: lineItems }
  if (JSON.stringify(raw).length > rawLengthMax) {
    throw notAllowed('raw', `at most ${rawLengthMax} characters of JSON`, '…')
  }
  return raw
}

function checkLabels(path: string, object: JsonObject): void {
  const labels = Object.keys(object)
  if (labels.length > fieldsMax)
    throw notAllowed(path, `an object of at most ${fieldsMax} fields`, '…')
  const long = labels.find((label) => label.length > labelLengthMax)
  if (long !== undefined) {
    throw notAllowed(path, `an object with labels of at most ${labelLengthMax} characters`, long)
  }
}
