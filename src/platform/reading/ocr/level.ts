import { stripAt } from './shapes.ts'
import type { Strip } from './strip.ts'

/** A line that is so many times as long as high tells its own slope. */
const longFrom = 4

/** How many long lines beside a short one tell its slope. */
const neighbours = 5

/** Lines that lean further are no lines of a page but what lies across it, in radians: 20 degrees. */
const leanMax = 0.35

/** Short strips lie as the long ones beside them do: a few letters alone do not show their slope. */
export function levelShort(strips: readonly Strip[]): Strip[] {
  const long = strips.filter(
    ({ width, height, angle }) => width >= longFrom * height && Math.abs(angle) < leanMax,
  )
  return strips.map((strip) =>
    strip.width >= longFrom * strip.height ? strip : leanedTo(strip, slopeBeside(strip, long)),
  )
}

function slopeBeside(strip: Strip, long: readonly Strip[]): number {
  const near = long
    .map((other) => ({
      angle: other.angle,
      far: (other.x - strip.x) ** 2 / 9 + (other.y - strip.y) ** 2,
    }))
    .toSorted((one, other) => one.far - other.far)
    .slice(0, neighbours)
    .map(({ angle }) => angle)
    .toSorted((one, other) => one - other)
  return near[Math.floor(near.length / 2)] ?? 0
}

/** The strip of that slope with the same middle and much the same ends. */
function leanedTo(strip: Strip, angle: number): Strip {
  const turn = Math.abs(strip.angle - angle)
  // Between a few degrees and a whole corner, a small strip at another angle would grow: its own sides are kept.
  if (turn < Math.PI / 4) return { ...strip, angle }
  return stripAt(cornersOf(strip), angle)
}

function cornersOf({ x, y, width, height, angle }: Strip) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [-0.5, 0.5].flatMap((across) =>
    [-0.5, 0.5].map((along) => ({
      x: x + along * width * cos - across * height * sin,
      y: y + along * width * sin + across * height * cos,
    })),
  )
}
