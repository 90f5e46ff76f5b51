import type { Strip } from './strip.ts'

export type Point = { readonly x: number; readonly y: number }

/** Touching pixels of a map, as the end pixels of each row. */
export type Shape = { readonly edge: readonly Point[]; readonly pixels: number }

/** Finds groups of touching pixels (corners included) where `isInside` is 1. The search sets the pixels it finds to 0. */
export function findShapes(isInside: Uint8Array, width: number): Shape[] {
  const shapes: Shape[] = []
  const stack: number[] = []
  for (let start = 0; start < isInside.length; start++) {
    if (isInside[start] === 1) shapes.push(takeShape(isInside, width, start, stack))
  }
  return shapes
}

function takeShape(isInside: Uint8Array, width: number, start: number, stack: number[]): Shape {
  const rows = new Map<number, { left: number; right: number }>()
  let pixels = 0
  stack.push(start)
  isInside[start] = 0
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    pixels++
    const x = at % width
    const y = (at - x) / width
    const row = rows.get(y)
    if (row === undefined) rows.set(y, { left: x, right: x })
    else if (x < row.left) row.left = x
    else if (x > row.right) row.right = x
    for (let above = at - width; above <= at + width; above += width) {
      const from = x === 0 ? above : above - 1
      const to = x === width - 1 ? above : above + 1
      for (let near = from; near <= to; near++) {
        if (isInside[near] !== 1) continue
        isInside[near] = 0
        stack.push(near)
      }
    }
  }
  const edge = [...rows].flatMap(([y, { left, right }]) => [
    { x: left, y },
    { x: left, y: y + 1 },
    { x: right + 1, y },
    { x: right + 1, y: y + 1 },
  ])
  return { edge, pixels }
}

/** The smallest strip that holds all points, at an angle of at most an eighth of a turn. */
export function leastStrip(points: readonly Point[]): Strip {
  const hull = hullOf(points)
  const strips = hull.map((point, index) => {
    const next = hull[(index + 1) % hull.length] ?? point
    return stripAt(hull, flattened(Math.atan2(next.y - point.y, next.x - point.x)))
  })
  return strips.reduce(
    (least, strip) => (area(strip) < area(least) ? strip : least),
    stripAt(hull, 0),
  )
}

function area({ width, height }: Strip): number {
  return width * height
}

/** The strip at an angle that holds all points. */
export function stripAt(points: readonly Point[], angle: number): Strip {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of points) {
    const along = x * cos + y * sin
    const across = y * cos - x * sin
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left,
    height: bottom - top,
    angle,
  }
}

/** The angle of the same line or of the one across it, within an eighth of a turn of level. */
function flattened(angle: number): number {
  const quarter = Math.PI / 2
  return angle - Math.round(angle / quarter) * quarter
}

/** The corners of the least convex shape around points (source: Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const half = (from: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of from) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

function turnsLeft(first: Point | undefined, second: Point | undefined, third: Point): boolean {
  if (first === undefined || second === undefined) return true
  const cross =
    (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x)
  return cross > 0
}
