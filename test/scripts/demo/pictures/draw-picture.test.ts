import { describe, expect, test } from 'bun:test'
import { drawPicture } from '../../../../scripts/demo/pictures/draw-picture.ts'
import { pictograms } from '../../../../scripts/demo/pictures/pictograms.ts'
import { judgeImage } from '../../../../src/platform/files/images.ts'

const side = 400
const plain = { picture: 'bag', hue: 38 } as const

describe('a drawn picture', () => {
  test('is a whole PNG of 400 by 400 pixels and a kilobyte or three, whatever it shows', () => {
    for (const picture of names()) {
      const png = drawPicture({ ...plain, picture })
      expect(judgeImage(png)).toEqual({ extension: 'png' })
      expect(png.length).toBeLessThan(3_000)
      const header = new DataView(png.buffer, png.byteOffset)
      expect([header.getUint32(16), header.getUint32(20)]).toEqual([side, side])
    }
  })

  test('is the same for the same input, and another one for any other', () => {
    expect(drawPicture(plain)).toEqual(drawPicture(plain))
    const others = [{ ...plain, picture: 'tin' } as const, { ...plain, hue: 39 }]
    for (const other of others) expect(drawPicture(other)).not.toEqual(drawPicture(plain))
  })

  test('shows each thing of its own', () => {
    const drawn = names().map((picture) => drawPicture({ ...plain, picture }).toHex())
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})

describe('the pictograms', () => {
  test('are drawn on a field of 100 by 100 with whole polygons', () => {
    for (const { points } of Object.values(pictograms).flat()) {
      expect(points.length % 2).toBe(0)
      expect(points.length).toBeGreaterThanOrEqual(6)
      for (const point of points) expect(point).toBeWithin(0, 100.1)
    }
  })
})

function names() {
  return Object.keys(pictograms).filter(
    (name): name is keyof typeof pictograms => name in pictograms,
  )
}
