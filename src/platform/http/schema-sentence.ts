import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts'
import { loggedField, mustBe, mustBeUnquoted } from '../record/sentence.ts'

/** The first problem that a schema check found, as TypeBox reports it. */
type Problem = { path?: string; value?: unknown; schema?: unknown; message?: string }

const wholeBody = 'The body'

/**
 * One sentence: the field, what is allowed, and the value sent. The value is left out unless `isQuoted`: where a schema holds a secret (see
 * `holdsSecret`), nothing sent is repeated.
 */
export function sentenceOf(problem: unknown, { isQuoted }: { isQuoted: boolean }): string {
  const { value, schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem) ?? wholeBody
  const expected = expectedOf(schema, message)
  if (value !== undefined && !isQuoted) return mustBeUnquoted(field, expected)
  return mustBe(field, expected, value)
}

/** The same for the log, without anything that the client sent. */
export function loggedProblem(problem: unknown): string {
  const { schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem)
  const place = field === undefined ? wholeBody : loggedField(field) || 'A field'
  return mustBeUnquoted(place, expectedOf(schema, message))
}

/** Unknown fields are ignored: they are no fault, and their names may be anything. */
export function isOfUnknownField(problem: unknown): boolean {
  return isProblem(problem) && problem.message === 'Unexpected property'
}

/** The field that a problem is about, such as `items.0.name`. Undefined when it is the whole body. */
export function fieldOf(problem: unknown): string | undefined {
  const { path = '' } = isProblem(problem) ? problem : {}
  return path === '' ? undefined : path.slice(1).replaceAll('/', '.')
}

/**
 * Whether a schema has the keyword `secret`, anywhere inside. Ask it of the whole schema that a request is checked by: no wrapper can lose
 * the mark, and a secret typed into the neighbouring field is not repeated either.
 */
export function holdsSecret(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return false
  if ('secret' in schema && schema.secret === true) return true
  return Object.values(schema).some(holdsSecret)
}

/**
 * What a schema allows, as the end of the sentence "… must be". A schema may give its own words in the keyword `expected`. A schema with a
 * pattern must.
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

/** What people call each format. */
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

/** Such as " of 1 to 100 characters", or '' without limits. */
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
