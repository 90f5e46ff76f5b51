import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { loggedField } from '../record/logged.ts'
import { mustBe, mustBeUnquoted } from '../record/sentence.ts'

/** What a schema check says of the first thing that is wrong, as TypeBox reports it. */
type Problem = { path?: string; value?: unknown; schema?: unknown; message?: string }

const wholeBody = 'The body'

/**
 * One sentence: the field, what is allowed, what came. What came is left out unless `isQuoted`: where a schema holds a
 * secret (see `holdsSecret`), nothing that was sent is repeated.
 */
export function sentenceOf(problem: unknown, { isQuoted }: { isQuoted: boolean }): string {
  const { value, schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem) ?? wholeBody
  const expected = expectedOf(schema, message)
  if (value !== undefined && !isQuoted) return mustBeUnquoted(field, expected)
  return mustBe(field, expected, value)
}

/** The same for the log, which repeats nothing that was sent. */
export function loggedProblem(problem: unknown): string {
  const { schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem)
  const place = field === undefined ? wholeBody : loggedField(field) || 'A field'
  return mustBeUnquoted(place, expectedOf(schema, message))
}

/** Unknown fields are passed over: that one is there is no fault, and its name may be anything. */
export function isOfUnknownField(problem: unknown): boolean {
  return isProblem(problem) && problem.message === 'Unexpected property'
}

/** The field that a problem is with, such as `items.0.name`; undefined when it is the body as a whole. */
export function fieldOf(problem: unknown): string | undefined {
  const { path = '' } = isProblem(problem) ? problem : {}
  return path === '' ? undefined : path.slice(1).replaceAll('/', '.')
}

/**
 * Whether a schema, or one anywhere inside it, has the keyword `secret`. It is asked of what a request is checked by as a
 * whole: no wrapper can lose the mark, and a secret that was typed into the field beside its own is not repeated either.
 */
export function holdsSecret(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false
  if ('secret' in schema && schema.secret === true) return true
  return Object.values(schema).some(holdsSecret)
}

/**
 * What a schema allows, as the end of the sentence "… must be". A schema may say it in its own words in the keyword
 * `expected`: it has to where it has a pattern.
 */
export function expectedOf(schema: unknown, message = ''): string {
  if (!isSchema(schema)) return message.replace(/^Expected /, '')
  const { expected, type } = schema
  if (typeof expected === 'string') return expected
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum']))
    return oneOf(schema['enum'].map((word) => JSON.stringify(word)))
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return choiceOf(choices)
  switch (type) {
    case 'string':
      return textAllowed(schema)
    case 'integer':
      return numberAllowed('a whole number', schema)
    case 'number':
      return numberAllowed('a number', schema)
    case 'array':
      return `a list${sizeOf(schema, 'Items', 'entries')}`
    case 'object':
      return `an object${sizeOf(schema, 'Properties', 'fields')}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return message.replace(/^Expected /, '')
  }
}

/** Formats by what people call them. */
const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time in ISO 8601',
  date: 'a day such as 2027-03-31',
  email: 'an e-mail address',
  uri: 'a web address',
  binary: 'a file',
}

function textAllowed(schema: JsonObject): string {
  const { format } = schema
  const kind = typeof format === 'string' ? (formats[format] ?? format) : 'text'
  return `${kind}${sizeOf(schema, 'Length', 'characters')}`
}

function numberAllowed(kind: string, schema: JsonObject): string {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema
  const bounds = [
    numeric(minimum) && numeric(maximum)
      ? `from ${minimum} to ${maximum}`
      : numeric(minimum)
        ? `of at least ${minimum}`
        : numeric(maximum) && `of at most ${maximum}`,
    numeric(above) && `above ${above}`,
    numeric(below) && `below ${below}`,
    numeric(multipleOf) && `that ${multipleOf} divides`,
  ]
  return [kind, ...bounds.filter((bound) => typeof bound === 'string')].join(' ')
}

/** Such as " of 1 to 100 characters"; '' where nothing is said. */
function sizeOf(schema: JsonObject, what: 'Length' | 'Items' | 'Properties', unit: string): string {
  const [min, max] = [schema[`min${what}`], schema[`max${what}`]]
  if (numeric(min) && numeric(max)) return ` of ${min} to ${max} ${unit}`
  if (numeric(max)) return ` of at most ${max} ${unit}`
  return numeric(min) ? ` of at least ${min} ${unit}` : ''
}

function choiceOf(choices: readonly JsonValue[]): string {
  return oneOf([...new Set(choices.map((choice) => expectedOf(choice)))])
}

function oneOf(choices: readonly string[]): string {
  return choices.length > 2 ? `one of ${choices.join(', ')}` : choices.join(' or ')
}

function numeric(value: JsonValue | undefined): value is number {
  return typeof value === 'number'
}

function isSchema(schema: unknown): schema is JsonObject {
  return isJsonObject(schema)
}

function isProblem(problem: unknown): problem is Problem {
  return problem !== null && typeof problem === 'object'
}
