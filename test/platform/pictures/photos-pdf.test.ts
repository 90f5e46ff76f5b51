import { describe, expect, test } from 'bun:test'
import { openPdf } from '../../../src/platform/pictures/pdf.ts'
import { photoOf, photosPdf } from '../../../src/platform/pictures/photos-pdf.ts'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { mutantOf } from '../../../scripts/fuzz/mutants.ts'
import { jpeg } from '../../support/pictures.ts'

/** With a note how the camera was held, as phones write it. */
function held(orientation: number, isLittle: boolean) {
  const photo = jpeg(40, 24)
  const exif = new DataView(new ArrayBuffer(36))
  exif.setUint16(0, 0xffe1)
  exif.setUint16(2, 34)
  exif.setUint32(4, 0x45786966)
  exif.setUint16(10, isLittle ? 0x4949 : 0x4d4d)
  exif.setUint16(12, 42, isLittle)
  exif.setUint32(14, 8, isLittle)
  exif.setUint16(18, 1, isLittle)
  exif.setUint16(20, 0x0112, isLittle)
  exif.setUint16(22, 3, isLittle)
  exif.setUint32(24, 1, isLittle)
  exif.setUint16(28, orientation, isLittle)
  const parts = [photo.slice(0, 2), new Uint8Array(exif.buffer), photo.slice(2)]
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

describe('a photo', () => {
  test('says its size and its colours', () => {
    expect(photoOf(jpeg(40, 24))).toMatchObject({ width: 40, height: 24, colours: 1, turn: 0 })
  })

  test('without a size is none: a page of a PDF cannot be made of it', () => {
    const photo = jpeg(40, 24)
    const at = photo.findIndex((byte, here) => byte === 0xff && photo[here + 1] === 0xc0)
    expect(at).toBeGreaterThan(0)
    for (const side of [5, 7]) {
      expect(photoOf(photo.with(at + side + 1, 0).with(at + side, 0))).toBeUndefined()
    }
  })

  test('that went wrong by chance has a size, or is none', () => {
    const photo = held(6, true)
    for (let number = 0; number < 500; number++) {
      const found = photoOf(Uint8Array.from(mutantOf(photo, photo, seededRandom(number))))
      if (found !== undefined) expect(found.width * found.height).toBeGreaterThan(0)
    }
  })

  test.each([
    [1, 0],
    [3, 180],
    [6, 90],
    [8, 270],
    [9, 0],
  ] as const)('that was taken with the camera held as %p is turned by %p', (orientation, turn) => {
    for (const isLittle of [true, false]) {
      expect(photoOf(held(orientation, isLittle))).toMatchObject({ width: 40, height: 24, turn })
    }
  })

  test('that is cut off says nothing, wherever that is', () => {
    const whole = held(6, true)
    for (let length = 0; length < 200; length++) photoOf(whole.slice(0, length))
    expect(photoOf(whole.slice(0, 60))).toBeUndefined()
    expect(photoOf(new Uint8Array())).toBeUndefined()
  })

  test('stands upright in a PDF', async () => {
    const photo = photoOf(held(6, false))
    if (photo === undefined) throw new Error('It is no photo.')
    const pdf = new Uint8Array(await photosPdf([photo]).arrayBuffer())
    const { originalWidth, originalHeight } = (await openPdf(pdf)).getPage(0).getOriginalSize()
    expect(originalHeight).toBeGreaterThan(originalWidth)
  })
})
