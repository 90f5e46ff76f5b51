import { emptyPicture, type Picture } from './picture.ts'

type Point = readonly [x: number, y: number]

/** The corners of a page in a photo: left top, right top, right bottom, left bottom, in pixels of the photo. */
export type Corners = readonly [Point, Point, Point, Point]

/** The page turned by some degrees, on a white page of the same size. */
export function skewed(picture: Picture, degrees: number): Picture {
  const { width, height } = picture
  const made = emptyPicture(width, height)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const [cx, cy] = [width / 2, height / 2]
  paint(made, picture, (x, y, to) => {
    to.x = cx + (x - cx) * cos + (y - cy) * sin
    to.y = cy - (x - cx) * sin + (y - cy) * cos
  })
  return made
}

/** The page on `table`, with its corners at `corners`. */
export function photographed(page: Picture, table: Picture, corners: Corners): Picture {
  const back = homography(corners, [
    [0, 0],
    [page.width, 0],
    [page.width, page.height],
    [0, page.height],
  ])
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = back
  paint(table, page, (x, y, to) => {
    const w = g * x + h * y + 1
    to.x = (a * x + b * y + c) / w
    to.y = (d * x + e * y + f) / w
  })
  return table
}

/** The place in the source of a pixel. */
type Place = { x: number; y: number }

/** Each pixel of `to` inside `from` becomes the mean of the four nearest source pixels. `find` says where they are. */
function paint(
  to: Picture,
  from: Picture,
  find: (x: number, y: number, place: Place) => void,
): void {
  // One object for all pixels, because there are millions.
  const place: Place = { x: 0, y: 0 }
  const [right, bottom] = [from.width - 1, from.height - 1]
  for (let y = 0, at = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1, at += 4) {
      find(x, y, place)
      if (place.x < 0 || place.y < 0 || place.x >= right || place.y >= bottom) continue
      sample(from, place.x, place.y, to.data, at)
    }
  }
}

function sample(from: Picture, x: number, y: number, to: Uint8ClampedArray, at: number): void {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = x - left
  const below = y - top
  const corner = (top * from.width + left) * 4
  const under = corner + from.width * 4
  for (let channel = 0; channel < 3; channel += 1) {
    const a = from.data[corner + channel] ?? 0
    const b = from.data[corner + 4 + channel] ?? 0
    const c = from.data[under + channel] ?? 0
    const d = from.data[under + 4 + channel] ?? 0
    const upper = a + (b - a) * right
    to[at + channel] = upper + (c + (d - c) * right - upper) * below
  }
}

/** The eight numbers of the projection from four points to four others. */
function homography(from: Corners, to: Corners): number[] {
  const rows: number[][] = []
  for (const [at, [x, y]] of from.entries()) {
    const [u, v] = to[at] ?? [0, 0]
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  }
  return solve(rows)
}

/** Solves by Gauss and Jordan with column pivots. The last column is the right side. */
function solve(rows: number[][]): number[] {
  const size = rows.length
  for (let column = 0; column < size; column += 1) {
    const rest = rows
      .slice(column)
      .toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))
    rows.splice(column, rest.length, ...rest)
    const pivot = rows[column] ?? []
    const lead = pivot[column] ?? 1
    for (let other = 0; other < size; other += 1) {
      const row = rows[other] ?? []
      const factor = other === column ? 0 : (row[column] ?? 0) / lead
      rows[other] = row.map((value, at) => value - factor * (pivot[at] ?? 0))
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}
