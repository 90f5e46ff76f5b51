import { describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../scripts/demo/random.ts'

describe('seeded chance', () => {
  test('repeats for the same seed and differs for another', () => {
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
  })

  test('reaches both ends of a range and nothing outside it', () => {
    const random = seededRandom(1)
    const seen = new Set(Array.from({ length: 500 }, () => random.int(3, 6)))
    expect([...seen].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6])
  })

  test('shuffles without losing anything and picks only what is there', () => {
    const random = seededRandom(2)
    const letters = 'abcdefghij'.split('')
    expect(random.shuffle(letters)).not.toEqual(letters)
    expect(random.shuffle(letters).toSorted()).toEqual(letters)
    expect(letters).toContain(random.pick(letters))
    expect(() => random.pick([])).toThrow(RangeError)
  })
})

function draw(seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: 20 }, () => random.next())
}
