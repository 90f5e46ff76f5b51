import type { Box } from '../page.ts'

export type Size = { readonly width: number; readonly height: number }

/** In the page's own unit, from its top left corner. */
export type Rectangle = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The clockwise turn of a page in degrees. */
export type Turn = 0 | 90 | 180 | 270

/** The turn that undoes another turn. */
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

/** The size of a page after a turn. */
export function turnSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** The place of a rectangle after its page was turned. `size` is the page's size before. */
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

/** The smallest rectangle around others. The list must not be empty. */
export function around(rectangles: readonly Rectangle[]): Rectangle {
  return {
    left: Math.min(...rectangles.map(({ left }) => left)),
    top: Math.min(...rectangles.map(({ top }) => top)),
    right: Math.max(...rectangles.map(({ right }) => right)),
    bottom: Math.max(...rectangles.map(({ bottom }) => bottom)),
  }
}

/** A rectangle as fractions of the page, cut at the page's edge. */
export function boxOf({ left, top, right, bottom }: Rectangle, { width, height }: Size): Box {
  return [
    fraction(left, width),
    fraction(top, height),
    fraction(right, width),
    fraction(bottom, height),
  ]
}

/** Five decimals are a hundredth of a millimetre of a page, and short to store. */
function fraction(value: number, whole: number): number {
  return Math.round(Math.min(1, Math.max(0, value / whole)) * 100_000) / 100_000
}
