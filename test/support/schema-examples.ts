import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Every example in TypeBox's schemas, and whether it fits the schema that it stands in. */
export function mismatchesIn(value: unknown): { example: unknown; fits: boolean }[] {
  if (Array.isArray(value)) return value.flatMap(mismatchesIn)
  if (value === null || typeof value !== 'object') return []
  const examples: unknown = 'examples' in value ? value.examples : []
  const schema = Type.Unsafe(value)
  const here = Array.isArray(examples) ? examples : []
  return [
    ...here.map((example: unknown) => ({ example, fits: Value.Check(schema, example) })),
    ...Object.entries(value)
      .filter(([keyword]) => keyword !== 'examples')
      .flatMap(([, inner]) => mismatchesIn(inner)),
  ]
}
