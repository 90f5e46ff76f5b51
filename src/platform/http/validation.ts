import { mustBe } from '../record/sentence.ts'

/** What a schema check says of the first thing that is wrong, as TypeBox reports it. */
type Problem = { path?: string; value?: unknown; schema?: unknown; message?: string }

/**
 * One sentence: the field, what is allowed, what came. A schema may say what is allowed in its own words in the
 * keyword `expected`, and by the keyword `secret` that what came is not repeated.
 */
export function sentenceOf(problem: unknown): string {
  const { value, schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem) ?? 'The body'
  const expected = expectedOf(schema, message)
  if (value !== undefined && isSecret(schema)) return `${field} must be ${expected}.`
  return mustBe(field, expected, value)
}

/** The field that a problem is with, such as `items.0.name`; undefined when it is the body as a whole. */
export function fieldOf(problem: unknown): string | undefined {
  const { path = '' } = isProblem(problem) ? problem : {}
  return path === '' ? undefined : path.slice(1).replaceAll('/', '.')
}

function isProblem(problem: unknown): problem is Problem {
  return problem !== null && typeof problem === 'object'
}

function isSecret(schema: unknown): boolean {
  return (
    schema !== null && typeof schema === 'object' && 'secret' in schema && schema.secret === true
  )
}

function expectedOf(schema: unknown, message: string): string {
  if (schema !== null && typeof schema === 'object') {
    if ('expected' in schema && typeof schema.expected === 'string') return schema.expected
    if ('type' in schema && typeof schema.type === 'string') return nameOfType(schema.type)
  }
  return message.replace(/^Expected /, '')
}

function nameOfType(type: string): string {
  switch (type) {
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    case 'string':
      return 'text'
    case 'boolean':
      return 'true or false'
    default:
      return `a ${type}`
  }
}
