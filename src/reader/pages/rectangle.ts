import type { Box } from './words.ts'

export type Size = { readonly width: number; readonly height: number }

/** In the page's own unit, from its top left corner. */
export type Rectangle = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How far a page is turned clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270

/** The turn that takes another one back. */
export function opposite(turn: Turn): Turn {
  switch (turn) {
    case 90:
      return 270
    case 270:
      return 90
    case 0:
    case 180:
      return turn
  }
}

/** A page's size after it was turned. */
export function turnSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Where a rectangle is after its page, of `size` before, was turned. */
export function turnRectangle(
  { left, top, right, bottom }: Rectangle,
  { width, height }: Size,
  turn: Turn,
): Rectangle {
  switch (turn) {
    case 0:
      return { left, top, right, bottom }
    case 90:
      return { left: height - bottom, top: left, right: height - top, bottom: right }
    case 180:
      return {
        left: width - right,
        top: height - bottom,
        right: width - left,
        bottom: height - top,
      }
    case 270:
      return { left: top, top: width - right, right: bottom, bottom: width - left }
  }
}

/** The least rectangle around some; there must be one. */
export function around(rectangles: readonly Rectangle[]): Rectangle {
  return {
    left: Math.min(...rectangles.map(({ left }) => left)),
    top: Math.min(...rectangles.map(({ top }) => top)),
    right: Math.max(...rectangles.map(({ right }) => right)),
    bottom: Math.max(...rectangles.map(({ bottom }) => bottom)),
  }
}

/** As fractions of the page; what stands over its edge is cut. */
export function boxOf({ left, top, right, bottom }: Rectangle, { width, height }: Size): Box {
  return [
    fraction(left, width),
    fraction(top, height),
    fraction(right, width),
    fraction(bottom, height),
  ]
}

/** To five places: a hundredth of a millimetre of a page, and short when it is kept. */
function fraction(value: number, whole: number): number {
  return Math.round(Math.min(1, Math.max(0, value / whole)) * 100_000) / 100_000
}
