/**
 * The place of a line of text on a picture, in pixels: its middle, its length and height, and its angle in radians. A
 * positive angle falls to the right.
 */
export type Strip = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly angle: number
}

/** The part of a strip between two places along it. 0 is its left end, 1 its right end. */
export function partOf(strip: Strip, from: number, to: number): Strip {
  const along = ((from + to) / 2 - 0.5) * strip.width
  return {
    ...strip,
    x: strip.x + along * Math.cos(strip.angle),
    y: strip.y + along * Math.sin(strip.angle),
    width: (to - from) * strip.width,
  }
}

/** Whether a point is on a strip. */
export function insideOf({ x, y, width, height, angle }: Strip): (x: number, y: number) => boolean {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (atX, atY) => {
    const [right, down] = [atX - x, atY - y]
    const [along, across] = [right * cos + down * sin, down * cos - right * sin]
    return Math.abs(along) <= width / 2 && Math.abs(across) <= height / 2
  }
}

/** The upright rectangle around a strip. */
export function aroundStrip({ x, y, width, height, angle }: Strip) {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const halfWidth = (width * cos + height * sin) / 2
  const halfHeight = (width * sin + height * cos) / 2
  return {
    left: x - halfWidth,
    top: y - halfHeight,
    right: x + halfWidth,
    bottom: y + halfHeight,
  }
}

/** The same strip on a scaled picture. Both factors are nearly equal, so the angle stays. */
export function scaleStrip(strip: Strip, factor: { x: number; y: number }): Strip {
  return {
    x: strip.x * factor.x,
    y: strip.y * factor.y,
    width: strip.width * factor.x,
    height: strip.height * factor.y,
    angle: strip.angle,
  }
}
