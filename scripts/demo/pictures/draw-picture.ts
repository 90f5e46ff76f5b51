import { type Ink, pictograms, type PictureName, type Shape } from './pictograms.ts'
import { encodePng, type Rgb } from './png.ts'

/** What a picture shows, and in which colour: 0 to 359. */
export type PictureInput = { picture: PictureName; hue: number }

/** Pixels on each side. */
const side = 400

/** The field of the pictogram: its left and top edge, and the pixels for each of its 100 units. */
const field = { x: 50, y: 50, unit: 3 }

/** Colours of the palette by their number. */
const inks = ['ground', 'main', 'own', 'dark', 'light', 'white'] as const

type Canvas = {
  bytes: Uint8Array
  fill(ink: (typeof inks)[number], from: number, to: number): void
}

/** A square PNG of a kilobyte or two; the same input gives the same bytes. */
export function drawPicture({ picture, hue }: PictureInput): Uint8Array {
  const canvas = emptyCanvas()
  for (const shape of pictograms[picture]) fillShape(canvas, shape)
  const colours = palette(hue, opposite(hue))
  return encodePng({ width: side, height: side, colours, bytes: canvas.bytes })
}

/** The colour across the circle. */
export function opposite(hue: number): number {
  return (hue + 180) % 360
}

function emptyCanvas(): Canvas {
  const bytes = new Uint8Array(side * side)
  return { bytes, fill: (ink, from, to) => void bytes.fill(inks.indexOf(ink), from, to) }
}

/** Fills row by row: the middle of a row is inside between the first and second edge, the third and fourth, and so on. */
function fillShape(canvas: Canvas, { ink, points }: Shape): void {
  const corners = cornersOf(points)
  const rows = corners.map(({ y }) => y)
  const last = Math.min(side - 1, Math.ceil(Math.max(...rows)))
  for (let y = Math.max(0, Math.floor(Math.min(...rows))); y <= last; y += 1) {
    fillRow(canvas, ink, y, crossings(corners, y + 0.5))
  }
}

function fillRow(canvas: Canvas, ink: Ink, y: number, edges: readonly number[]): void {
  for (let at = 0; at + 1 < edges.length; at += 2) {
    const from = Math.max(0, Math.round(edges[at] ?? 0))
    const to = Math.min(side, Math.round(edges[at + 1] ?? 0))
    if (from < to) canvas.fill(ink, y * side + from, y * side + to)
  }
}

type Corner = { x: number; y: number }

function cornersOf(points: readonly number[]): Corner[] {
  const corners: Corner[] = []
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    corners.push({ x: field.x + x * field.unit, y: field.y + y * field.unit })
  }
  return corners
}

function crossings(corners: readonly Corner[], y: number): number[] {
  const found: number[] = []
  let from = corners.at(-1)
  for (const to of corners) {
    if (from !== undefined && from.y <= y !== to.y <= y) {
      found.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
    }
    from = to
  }
  return found.toSorted((a, b) => a - b)
}

/** In the order of `inks`. */
function palette(hue: number, ownHue: number): Rgb[] {
  return [
    rgb(hue, 45, 94),
    rgb(hue, 62, 48),
    rgb(ownHue, 70, 55),
    rgb(hue, 45, 20),
    rgb(hue, 45, 74),
    [255, 255, 255],
  ]
}

/** Hue in degrees, saturation and lightness in per cent. */
function rgb(hue: number, saturation: number, lightness: number): Rgb {
  const light = lightness / 100
  const reach = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
