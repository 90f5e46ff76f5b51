import { expect, test } from 'bun:test'
import {
  emptyPicture,
  grey,
  threshold,
  turned,
} from '../../../scripts/bench/reading/degrade/picture.ts'
import { photographed, skewed } from '../../../scripts/bench/reading/degrade/warp.ts'

test('a picture that is turned four times is the same again', () => {
  const picture = marked(5, 3)
  expect(turned(picture, 1)).toMatchObject({ width: 3, height: 5 })
  expect(turned(turned(picture, 1), 3).data).toEqual(picture.data)
})

test('a fax has black and white only', () => {
  const picture = threshold(grey(marked(5, 3)), 128)
  expect(new Set(picture.data)).toEqual(new Set([0, 255]))
})

test('a page that is photographed straight lies where its corners say', () => {
  const table = emptyPicture(20, 20)
  const page = marked(5, 5)
  const photo = photographed(page, table, [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 20],
  ])
  const dark = Array.from({ length: 400 }, (_, at) => at).filter(
    (at) => (photo.data[at * 4] ?? 0) < 128,
  )
  expect(dark.length).toBeGreaterThan(0)
  for (const at of dark) {
    expect(at % 20).toBeGreaterThanOrEqual(10)
    expect(Math.floor(at / 20)).toBeGreaterThanOrEqual(10)
  }
})

test('a page that is turned by nothing stays as it is, but for its edge', () => {
  const picture = marked(9, 9)
  expect(skewed(picture, 0).data.slice(0, 8 * 4)).toEqual(picture.data.slice(0, 8 * 4))
})

/** White, with black at the left top. */
function marked(width: number, height: number) {
  const picture = emptyPicture(width, height)
  for (const at of [0, 1, width, width + 1]) picture.data.fill(0, at * 4, at * 4 + 3)
  return picture
}
