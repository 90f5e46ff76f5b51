import { Type, type Static } from '@sinclair/typebox'
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler'
import type { Finding } from './checks/document.ts'
import type { Category } from './categories.ts'
import type { RawDocument } from './rules/normalise.ts'
import type { CompiledRules } from './rules/rules.ts'
import { keyOfLabel } from './label-keys.ts'

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

let exactCheck: TypeCheck<typeof exactValues> | undefined

/**
 * Checks what a reader said, and throws unless it fits exactly. Uses a compiled check, made on first use: `Value.Parse` takes 45 ms for
 * a statement of 2,000 rows, and nobody gets an answer meanwhile.
 */
export function checkedExplained(given: unknown): ExplainedValues {
  exactCheck ??= TypeCompiler.Compile(exactValues)
  if (exactCheck.Check(given)) return given
  throw new Error(`These are no explained values: ${exactCheck.Errors(given).First()?.path ?? ''}`)
}

/** Reads stored explanations. */
export function readExplained(text: string): ExplainedValues {
  return checkedExplained(JSON.parse(text))
}

/** A label in the head or, with `line` from 0, in a line. */
export type LabelPlace = { readonly line: number | undefined; readonly label: string }

function placeOf(path: string): LabelPlace | undefined {
  const [, line, label] = /^(?:invoice_metadata|line_items\.(\d+))\.(.+)$/s.exec(path) ?? []
  if (label === undefined) return undefined
  return { line: line === undefined ? undefined : Number(line), label }
}

/** Whether a path leads to a value that was read. '' leads to the whole document. */
export function hasPath({ invoice_metadata, line_items }: RawDocument, path: string): boolean {
  if (path === '') return true
  const { line, label } = placeOf(path) ?? { line: undefined, label: '' }
  const object = line === undefined ? invoice_metadata : line_items[line]
  return object !== undefined && Object.hasOwn(object, label)
}

type Readings = { category: Category; raw: RawDocument; correction: RawDocument | null }

/** The reader's doubts by canonical key. A value that somebody has changed since is not doubtful any more. */
export function doubtsIn(
  explained: ExplainedValues,
  readings: Readings,
  rules: CompiledRules,
): Finding[] {
  return Object.entries(explained).flatMap(([path, { doubts = [] }]) => {
    if (doubts.length === 0) return []
    const place = placeOf(path)
    if (place !== undefined && isChanged(readings, place)) return []
    const at = place === undefined ? { key: '' } : keyAt(place, readings.category, rules)
    return doubts.map((message): Finding => ({ ...at, code: 'doubt', message }))
  })
}

/** What learning needs to know about a reading: the keys of the head that the reader doubted, and whether it read a picture. */
export function howItWasRead(
  explained: ExplainedValues,
  category: Category,
  raw: RawDocument,
  rules: CompiledRules,
) {
  const doubts = doubtsIn(explained, { category, raw, correction: null }, rules)
  return {
    doubted: new Set(doubts.flatMap(({ key, line }) => (line === undefined ? key : []))),
    // Another program may have read a picture.
    isPicture: Object.values(explained).some(({ source }) => source === 'ocr' || source === 'api'),
  }
}

/** The canonical key of a label, in the form of findings. */
export function keyAt({ line, label }: LabelPlace, category: Category, rules: CompiledRules) {
  const key = keyOfLabel(label, category, line === undefined ? 'metadata' : 'line', rules)
  return line === undefined ? { key } : { key, line }
}

function isChanged({ raw, correction }: Readings, place: LabelPlace): boolean {
  return correction !== null && !isSameAt(correction, raw, place)
}

/** Whether two readings have the same value at a place. */
export function isSameAt(a: RawDocument, b: RawDocument, place: LabelPlace): boolean {
  return valueAt(a, place) === valueAt(b, place)
}

function valueAt(
  { invoice_metadata, line_items }: RawDocument,
  { line, label }: LabelPlace,
): string {
  const object = line === undefined ? invoice_metadata : line_items[line]
  return JSON.stringify(object?.[label] ?? '')
}
