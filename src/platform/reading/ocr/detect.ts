import type { Picture } from '../picture.ts'
import type { Size } from '../rectangle.ts'
import type { Network } from './engine.ts'
import { findShapes, leastStrip } from './shapes.ts'
import { type Channel, shrink } from './shrink.ts'
import { scaleStrip, type Strip } from './strip.ts'

/** How the detector was trained (source: inference.yml of PP-OCRv6 tiny det). */
const channels: readonly Channel[] = [
  { offset: 2, mean: 0.406, spread: 0.225 },
  { offset: 1, mean: 0.456, spread: 0.224 },
  { offset: 0, mean: 0.485, spread: 0.229 },
]
const pixelFrom = 0.2
const stripFrom = 0.4
const growth = 1.4

/** The detector halves a picture five times. */
const sideStep = 32

/** Fewer pixels are no text, and a page has fewer lines. */
const pixelsMin = 6
const stripsMax = 3000

/**
 * Strips of a picture that hold text. It is looked at with at most `areaMax` pixels: memory grows with them (1.2 million
 * take 130 MB), and small print is lost without.
 */
export async function detectStrips(
  detector: Network,
  picture: Picture,
  areaMax: number,
): Promise<Strip[]> {
  const size = lookSize(picture, areaMax)
  const values = shrink(picture, size, channels)
  const map = await detector({ values, sizes: [1, channels.length, size.height, size.width] })
  const isText = Uint8Array.from(map.values, (value) => (value > pixelFrom ? 1 : 0))
  const factor = { x: picture.width / size.width, y: picture.height / size.height }
  return findShapes(isText, size.width)
    .filter(({ pixels }) => pixels >= pixelsMin)
    .slice(0, stripsMax)
    .map(({ edge }) => leastStrip(edge))
    .filter((strip) => meanInside(map.values, size, strip) >= stripFrom)
    .map((strip) => scaleStrip(grown(strip), factor))
}

function lookSize({ width, height }: Size, areaMax: number): Size {
  const factor = Math.min(1, Math.sqrt(areaMax / (width * height)))
  const side = (length: number) =>
    Math.max(sideStep, Math.round((length * factor) / sideStep) * sideStep)
  return { width: side(width), height: side(height) }
}

/** Text reaches further than what the detector marks. */
function grown(strip: Strip): Strip {
  const { width, height } = strip
  const more = (width * height * growth) / (2 * (width + height))
  return { ...strip, width: width + 2 * more, height: height + 2 * more }
}

/** How sure the detector is of a strip. */
function meanInside(map: Float32Array, size: Size, strip: Strip): number {
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)]
  const reach = (Math.abs(strip.width * sin) + Math.abs(strip.height * cos)) / 2
  const from = Math.max(0, Math.floor(strip.y - reach))
  const to = Math.min(size.height - 1, Math.ceil(strip.y + reach))
  const wide = (Math.abs(strip.width * cos) + Math.abs(strip.height * sin)) / 2
  const left = Math.max(0, Math.floor(strip.x - wide))
  const right = Math.min(size.width - 1, Math.ceil(strip.x + wide))
  let sum = 0
  let count = 0
  for (let y = from; y <= to; y++) {
    for (let x = left; x <= right; x++) {
      const [dx, dy] = [x + 0.5 - strip.x, y + 0.5 - strip.y]
      const isInside =
        Math.abs(dx * cos + dy * sin) <= strip.width / 2 &&
        Math.abs(dy * cos - dx * sin) <= strip.height / 2
      if (!isInside) continue
      sum += map[y * size.width + x] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}
