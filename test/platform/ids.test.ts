import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { derivedId, isId, newId } from '../../src/platform/ids.ts'
import { noon } from '../support/temporary-database.ts'

const uuid = (version: number) =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

describe('a new id', () => {
  test('is a UUIDv7 of its time', () => {
    const id = newId(noon)
    expect(id).toMatch(uuid(7))
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(noon)
  })

  test('sorts behind those made earlier, in the same millisecond too', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => newId(noon + 1_000 + Math.floor(n / 500)))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the id of a line of a file', () => {
  const sha = fc.string({ minLength: 1, maxLength: 64 }).map((text) => Bun.SHA256.hash(text, 'hex'))

  test('is a UUIDv8 that stays the same', () => {
    fc.assert(
      fc.property(sha, fc.nat(), (file, line) => {
        const id = derivedId(file, line)
        expect(id).toMatch(uuid(8))
        expect(isId(id)).toBe(true)
        expect(derivedId(file, line)).toBe(id)
      }),
    )
  })

  test('differs for every line and every file', () => {
    const ids = ['a', 'b'].flatMap((file) =>
      Array.from({ length: 1_000 }, (_, line) => derivedId(Bun.SHA256.hash(file, 'hex'), line)),
    )
    expect(new Set(ids).size).toBe(2_000)
  })

  test('never changes between versions of Daybook: an import that is repeated must find its rows', () => {
    expect(derivedId('0'.repeat(64), 1)).toBe('0014ab94-578f-86aa-8267-ddc24503efc5')
  })
})

test.each([
  ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', true],
  ['0199A1B2-7C3D-7E4F-8A5B-6C7D8E9F0A1B', true],
  ['0199a1b27c3d7e4f8a5b6c7d8e9f0a1b', false],
  ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1', false],
  [' 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', false],
  ['', false],
])('%p is an id: %p', (text, expected) => {
  expect(isId(text)).toBe(expected)
})
