import { describe, expect, test } from 'bun:test'
import { KindGuard, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { apiDocuments } from '../../../src/app.ts'
import { absentOr } from '../../../src/platform/http/fields.ts'
import {
  expectedOf,
  holdsSecret,
  isOfUnknownField,
  loggedProblem,
  sentenceOf,
} from '../../../src/platform/http/schema-sentence.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/platform/json/json.ts'
import { secretOf } from '../../../src/console/api/fields.ts'
import { routesOfConsole } from '../../support/console-routes.ts'
import { openShop } from '../../support/shop.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())
const texts = await Promise.all(
  [...apiDocuments(shop.deps, shop.storefront).values()].map((each) => each.text('http://x')),
)
const documents = texts.map((text): JsonValue => JSON.parse(text))
await using temporary = temporaryDatabase()
const bodies = routesOfConsole(temporary).routes.flatMap(({ method, path, hooks }) => {
  const schema: unknown = hooks?.body
  return KindGuard.IsSchema(schema) ? [{ route: `${method} ${path}`, schema }] : []
})

/** Every schema in a document or in another schema, with the place where it stands. */
function* schemasIn(
  value: JsonValue,
  place = '',
): Generator<{ place: string; schema: JsonObject }> {
  if (Array.isArray(value)) {
    for (const [i, inner] of value.entries()) yield* schemasIn(inner, `${place}[${i}]`)
    return
  }
  if (!isJsonObject(value)) return
  if (typeof value['type'] === 'string' || Array.isArray(value['anyOf'])) {
    yield { place, schema: value }
  }
  for (const [name, inner] of Object.entries(value)) {
    if (['example', 'examples', 'default', 'securitySchemes'].includes(name)) continue
    yield* schemasIn(inner, `${place}.${name}`)
  }
}

function everySchema(): { place: string; schema: JsonObject }[] {
  const console = bodies.map(({ route, schema }): [string, JsonValue] => [
    route,
    JSON.parse(JSON.stringify(schema)),
  ])
  return [
    ...documents.flatMap((document) => [...schemasIn(document)]),
    ...console.flatMap(([route, schema]) => [...schemasIn(schema, route)]),
  ]
}

const bounds = ['minimum', 'maximum', 'maxLength', 'maxItems', 'exclusiveMinimum', 'multipleOf']

describe('what a schema allows', () => {
  test('is said with all its bounds, for every schema of both documents and of the console', () => {
    const schemas = everySchema()
    expect(schemas.length).toBeGreaterThan(500)
    const wrong = schemas.flatMap(({ place, schema }) => {
      const says = expectedOf(schema)
      const missing = bounds.filter((bound) => {
        const value = schema[bound]
        return typeof value === 'number' && !says.includes(String(value))
      })
      const isPlain = /^(?:a|an|one|true|null|text|at|some|what|the|of|[\d"'A-Za-z])/.test(says)
      const isBroken = says === '' || !isPlain || /a integer|undefined|Expected|\[object/.test(says)
      return missing.length > 0 || isBroken ? [{ place, says, missing }] : []
    })
    expect(wrong).toEqual([])
  })

  test('is said by hand where there is a pattern', () => {
    const silent = bodies.flatMap(({ route, schema }) =>
      [...schemasIn(JSON.parse(JSON.stringify(schema)), route)].filter(
        ({ schema: inner }) => 'pattern' in inner && !('expected' in inner),
      ),
    )
    expect(silent).toEqual([])
  })

  test.each([
    [Type.Integer({ minimum: 1, maximum: 3600 }), 'a whole number from 1 to 3600'],
    [Type.Integer({ minimum: 0 }), 'a whole number of at least 0'],
    [Type.Integer(), 'a whole number'],
    [Type.Number({ maximum: 2.5 }), 'a number of at most 2.5'],
    [Type.String({ minLength: 1, maxLength: 9 }), 'text of 1 to 9 characters'],
    [Type.String({ format: 'uuid' }), 'a UUID'],
    [Type.Array(Type.String(), { maxItems: 3 }), 'a list of at most 3 entries'],
    [Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]), 'one of "a", "b", null'],
    [
      Type.Union([Type.Integer({ minimum: 2 }), Type.Null()]),
      'a whole number of at least 2 or null',
    ],
  ])('%j', (schema, says) => expect(expectedOf(schema)).toBe(says))
})

const marker = 'Zq9-4711-marker'
const shapes: JsonValue[] = [
  marker,
  marker.repeat(500),
  [marker],
  { [marker]: 1 },
  { a: { b: [marker] } },
  [[marker]],
]

/** Forms whose `code` is the cause of a failed entry, or a key of a document. */
const codesOfOthers = [
  'POST /api/documents/:id/correct',
  'POST /api/books/causes/again',
  'POST /api/books/causes/settle',
]

/** A body in which each field in turn has the wrong shape. */
function wrongBodies(schema: TSchema): unknown[] {
  const properties: unknown = schema['properties']
  const names = isJsonObject(properties) ? Object.keys(properties) : []
  return [...shapes, ...names.flatMap((name) => shapes.map((shape) => ({ [name]: shape })))]
}

function saidOf(schema: TSchema, body: unknown): string[] {
  const isQuoted = !holdsSecret(schema)
  const problems = [...Value.Errors(schema, body)].filter((problem) => !isOfUnknownField(problem))
  return problems.flatMap((problem) => [sentenceOf(problem, { isQuoted }), loggedProblem(problem)])
}

describe('a secret', () => {
  const secret = secretOf('a code')

  test.each([
    ['by itself', Type.Object({ code: secret })],
    ['that may be left out or null', Type.Object({ code: absentOr(secret, 'a code') })],
    ['in a list', Type.Object({ code: Type.Array(secret) })],
    ['in an object', Type.Object({ code: Type.Object({ a: secret }) })],
    ['in a choice in a list', Type.Object({ code: Type.Array(Type.Union([secret, Type.Null()])) })],
    ['beside what is none', Type.Object({ code: Type.Integer(), other: Type.Optional(secret) })],
    ['in a table', Type.Object({ code: Type.Record(Type.String(), secret) })],
    ['in what two schemas say', Type.Object({ code: Type.Intersect([secret, Type.String()]) })],
  ])('%s is not repeated, whatever its shape', (_, schema) => {
    for (const code of shapes) {
      const said = saidOf(schema, { code }).join('\n')
      expect(said.replaceAll(/code\.\S+/g, '')).not.toContain(marker)
    }
    expect(saidOf(schema, { code: 12_345_678 }).join('\n')).not.toContain('12345678')
  })

  test('of every form of the console is not repeated, nor what is typed beside it', () => {
    const secretly = bodies.filter(({ schema }) => holdsSecret(schema))
    expect(secretly.length).toBeGreaterThan(15)
    for (const { schema } of secretly) {
      for (const body of wrongBodies(schema)) {
        expect(saidOf(schema, body).join('\n')).not.toContain(marker)
      }
    }
  })

  test('has the mark in every form that asks for one', () => {
    const forms = bodies.filter(({ route }) => !codesOfOthers.includes(route))
    const unmarked = forms.filter(
      ({ schema }) =>
        !holdsSecret(schema) &&
        /"(?:\w*[pP]assword|secret|code|keyText|token|ticket)":/.test(JSON.stringify(schema)),
    )
    expect(unmarked.map(({ route }) => route)).toEqual([])
  })
})
