import { mustBe } from '../refusal-sentence.ts'

/** What a schema check says of the first thing that is wrong, as TypeBox reports it. */
type Problem = { path?: string; value?: unknown; schema?: unknown; message?: string }

/**
 * One sentence: the field, what is allowed, what came. A schema may say what is allowed in its own words in the
 * keyword `expected`.
 */
export function sentenceOf(problem: unknown): string {
  const { path = '', value, schema, message = '' } = isProblem(problem) ? problem : {}
  const field = path === '' ? 'The body' : path.slice(1).replaceAll('/', '.')
  return mustBe(field, expectedOf(schema, message), value)
}

function isProblem(problem: unknown): problem is Problem {
  return problem !== null && typeof problem === 'object'
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
