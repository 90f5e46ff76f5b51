import { describe, expect, test } from 'bun:test'
import { inflateSync } from 'node:zlib'
import { drawPicture } from '../../../../src/cli/demo/pictures/draw-picture.ts'
import { pictograms } from '../../../../src/cli/demo/pictures/pictograms.ts'
import { judgeImage } from '../../../../src/platform/files/images.ts'

const side = 400
const plain = { picture: 'bag', hue: 38, ownHue: 200, label: 'RICE 5KG' } as const

describe('a drawn picture', () => {
  test('is a whole PNG of 400 by 400 pixels and a few kilobytes, whatever it shows', () => {
    for (const picture of names()) {
      const png = drawPicture({ ...plain, picture })
      expect(judgeImage(png)).toEqual({ extension: 'png' })
      expect(png.length).toBeLessThan(6_000)
      const header = new DataView(png.buffer, png.byteOffset)
      expect([header.getUint32(16), header.getUint32(20)]).toEqual([side, side])
    }
  })

  test('is the same for the same wish, and another one for any other', () => {
    expect(drawPicture(plain)).toEqual(drawPicture(plain))
    const others = [
      { ...plain, picture: 'tin' as const },
      { ...plain, hue: 39 },
      { ...plain, ownHue: 201 },
      { ...plain, label: 'RICE 6KG' },
    ]
    for (const other of others) expect(drawPicture(other)).not.toEqual(drawPicture(plain))
  })

  test('shows each thing of its own', () => {
    const drawn = names().map((picture) => drawPicture({ ...plain, picture }).toHex())
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  test('writes the label dark on the plate below, each letter as the font has it', () => {
    const letter = plate(drawPicture({ ...plain, label: 'T' }))
    const rows = letter.filter((row) => row.includes('#'))
    expect(rows).toHaveLength(28)
    // A T is a bar of five dots, then a stem of one; a dot is four pixels.
    expect(rows[0]?.trim()).toBe('#'.repeat(20))
    expect(rows.at(-1)?.trim()).toBe('#'.repeat(4))
    expect(plate(drawPicture({ ...plain, label: '' })).join('')).not.toContain('#')
  })

  test('breaks a long label into lines that stay inside', () => {
    const rows = plate(drawPicture({ ...plain, label: 'DOUBLE BEDSHEET WITH 2 PILLOW COVERS' }))
    const inked = rows.map((row) => row.includes('#'))
    const lines = inked.filter((isInked, at) => isInked && inked[at - 1] !== true)
    expect(lines).toHaveLength(3)
    for (const row of rows) expect([row.at(0), row.at(-1)]).toEqual([' ', ' '])
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

/** The rows below the pictogram, `#` where the label is. */
function plate(png: Uint8Array): string[] {
  const rows = pixelRows(png).slice(284)
  return rows.map((row) => Array.from(row, (colour) => (colour === 4 ? '#' : ' ')).join(''))
}

function pixelRows(png: Uint8Array): Uint8Array[] {
  const start = Buffer.from(png).indexOf('IDAT')
  const length = new DataView(png.buffer, png.byteOffset).getUint32(start - 4)
  const bytes = inflateSync(png.subarray(start + 4, start + 4 + length))
  return Array.from({ length: side }, (_, y) => {
    return bytes.subarray(y * (side + 1) + 1, (y + 1) * (side + 1))
  })
}
