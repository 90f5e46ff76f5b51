import { pngOf } from '../../../platform/pictures/png.ts'

/** A page in shades of grey: one byte per pixel, row by row. */
export type GreyPage = { width: number; height: number; grey: Uint8Array }

/** What makes a photo unreadable. */
export type Fault = 'blurred' | 'cut off' | 'too faint' | 'too dark' | 'no paper'

/** The quality of photos that phones send by WhatsApp. */
const jpegQuality = 62

/** The largest rotation of papers in radians, and the visible counter around them in pixels. */
const askewMax = 0.035
const counterPixels = 24

/** How far a photo is off the page's middle, in page widths: `cut off` loses the right side, `no paper` shows only the counter. */
const asides: Partial<Record<Fault, number>> = { 'cut off': 0.25, 'no paper': 3 }

/** The share of light in a store room. */
const darkShare = 0.12

/** How far a shaking hand blurs each point, in pixels. */
const blurPixels = 9

/** The share of print that is left on old thermal paper. */
const faintShare = 0.2

/** The range of a camera's noise at each point, in steps of 256. It is a bit mask, so a power of two minus one. */
const noiseMask = 15

/** How much darker the lower right is than the upper left. */
const shadow = 0.16

/** The colours of paper in a shop's light, and of the counter under it. */
const paper = { red: 250, green: 246, blue: 236 }
const counter = { red: 126, green: 94, blue: 66 }

/**
 * A page as a phone photographs it on the counter: rotated, in uneven light, with noise. The same page and number give the same photo.
 */
export async function photograph(
  page: GreyPage,
  number: number,
  fault?: Fault,
): Promise<Uint8Array<ArrayBuffer>> {
  const width = page.width + 2 * counterPixels
  const height = page.height + 2 * counterPixels
  const seen = { ...page, grey: seenPrint(page, fault) }
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  const angle = askewMax * Math.sin(number * 2.7)
  const aside = fault === undefined ? 0 : (asides[fault] ?? 0)
  const middle = page.width / 2 - page.width * aside
  const lamp = fault === 'too dark' ? darkShare : 1
  for (let y = 0; y < height; y++) {
    const down = y - height / 2
    const start = {
      x: middle - (width / 2) * Math.cos(angle) - down * Math.sin(angle),
      y: page.height / 2 - (width / 2) * Math.sin(angle) + down * Math.cos(angle),
    }
    photographRow(pixels.subarray(4 * y * width, 4 * (y + 1) * width), seen, {
      start,
      step: { x: Math.cos(angle), y: Math.sin(angle) },
      light: lamp * (1 - (shadow * y) / (width + height)),
      darkening: (lamp * shadow) / (width + height),
      random: number * height + y,
    })
  }
  const png = pngOf({ width, height }, new Uint8Array(pixels.buffer))
  return new Uint8Array(await new Bun.Image(png).jpeg({ quality: jpegQuality }).bytes())
}

type Point = { x: number; y: number }

/** The row's start on the page, the step to the next pixel, its light, and the seed of its noise. */
type Row = { start: Point; step: Point; light: number; darkening: number; random: number }

/** Uses plain numbers for everything that changes: a photo has half a million pixels. */
function photographRow(
  pixels: Uint8ClampedArray,
  { width, height, grey }: GreyPage,
  { start, step, darkening, ...row }: Row,
): void {
  let { x, y } = start
  let { light, random } = row
  for (let at = 0; at < pixels.length; at += 4) {
    // A linear congruential generator as in C: fast, and good enough for noise.
    random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff
    const off = ((random >> 16) & noiseMask) - noiseMask / 2
    const isOnPage = x >= 0 && x < width && y >= 0 && y < height
    const colour = isOnPage ? paper : counter
    const share = isOnPage ? ((grey[(y | 0) * width + (x | 0)] ?? 0) * light) / 255 : light
    pixels[at] = colour.red * share + off
    pixels[at + 1] = colour.green * share + off
    pixels[at + 2] = colour.blue * share + off
    x += step.x
    y += step.y
    light -= darkening
  }
}

function seenPrint({ width, grey }: GreyPage, fault: Fault | undefined): Uint8Array {
  if (fault === 'too faint') return grey.map((light) => 255 - (255 - light) * faintShare)
  if (fault !== 'blurred') return grey
  const blurred = new Uint8Array(grey.length)
  for (let at = 0; at < grey.length; at++) {
    let sum = 0
    for (let spread = 0; spread < blurPixels; spread++)
      sum += grey[at + spread * (width + 1)] ?? 255
    blurred[at] = sum / blurPixels
  }
  return blurred
}
