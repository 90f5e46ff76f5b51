import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isJsonObject, parseJsonText, type JsonValue } from '../platform/json/json.ts'
import { indicLanguage } from './pages/ocr/indic-languages.ts'
import { categories, checkedCategory } from '../paper/categories.ts'
import { checkedRaw, checkedExplained, type ExplainedValues } from '../paper/received.ts'
import type { RawDocument } from '../paper/rules/normalise.ts'
import { careShape } from './sureness.ts'
import { pagePhrase, phrasesMax, sellerHabits } from './habits/habit.ts'

/* The answer of the process that reads a file. The file may be hostile, so the whole answer is checked. */

/** The facts that the process gets: the shop's own GSTIN and name, the known sellers, and the day as yyyy-mm-dd. */
export const readingContext = Type.Object({
  ownGstin: Type.Union([Type.String(), Type.Null()]),
  ownName: Type.Optional(Type.String()),
  vendorNames: Type.Array(Type.String()),
  today: Type.String(),
  /** How much care the shop wants. */
  care: Type.Optional(careShape),
  /** Passwords to try on a locked PDF. */
  passwords: Type.Optional(Type.Array(Type.String())),
  /** The languages to read in pictures beside English. Default: all. */
  languages: Type.Optional(Type.Array(indicLanguage)),
  /** Habits learnt from the bills of sellers. */
  habits: Type.Optional(Type.Array(sellerHabits)),
})

export type ReadingContext = Static<typeof readingContext>

/** The small parts of a document. The rest may have thousands of values and is checked separately. */
const documentShape = Type.Object({
  category: Type.Union(categories.map((category) => Type.Literal(category))),
  kind: Type.String({ maxLength: 40 }),
  pages: Type.Array(Type.Integer({ minimum: 1 })),
  phrases: Type.Optional(Type.Array(pagePhrase, { maxItems: phrasesMax })),
})

/** One document of a file in the answer of the process. */
export type AnsweredDocument = Static<typeof documentShape> & {
  raw: RawDocument
  explained: ExplainedValues
}

const wholeShape = Type.Object({
  /** The index of the password that opened the file. */
  openedBy: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** The documents of a file, at least one. Otherwise the reason why there are none, in a sentence for a clerk. */
export type ReadingAnswer =
  | ({ documents: [AnsweredDocument, ...AnsweredDocument[]] } & Static<typeof wholeShape>)
  | { problem: string; reason: string }

const problemShape = Type.Object({
  problem: Type.String({ maxLength: 40 }),
  reason: Type.String({ maxLength: 500 }),
})

/** A file has at most 50 pages, so it never holds more documents. */
const documentsMax = 50

/** Throws AppError `invalid_request`, or an error of TypeBox, if the text is no valid answer. */
export function readAnswer(text: string): ReadingAnswer {
  const answer = parseJsonText(text, "The reader's answer")
  if (isJsonObject(answer) && 'problem' in answer) return Value.Parse(problemShape, answer)
  const given =
    isJsonObject(answer) && Array.isArray(answer['documents']) ? answer['documents'] : []
  const [first, ...others] = given.slice(0, documentsMax).map(readDocument)
  if (first === undefined) throw new Error('The reader answered neither documents nor a problem.')
  const { openedBy } = Value.Parse(wholeShape, without(answer, ['documents']))
  return { documents: [first, ...others], ...(openedBy !== undefined && { openedBy }) }
}

function readDocument(value: JsonValue): AnsweredDocument {
  const document = Value.Parse(documentShape, without(value, ['raw', 'explained']))
  const { raw, explained } = isJsonObject(value) ? value : {}
  return {
    ...document,
    category: checkedCategory(document.category),
    raw: checkedRaw(raw),
    explained: checkedExplained(explained),
  }
}

/** `Value.Parse` copies its whole input, so large parts are taken out first. */
function without(value: JsonValue, labels: readonly string[]): JsonValue {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([label]) => !labels.includes(label)))
}

/** The further documents of a file, as they are stored. */
export function readOthers(text: string): AnsweredDocument[] {
  const others = parseJsonText(text, 'What is stored')
  return Array.isArray(others) ? others.map(readDocument) : []
}
