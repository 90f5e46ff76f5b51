/** A corner as shares of the picture, from the left and the top. */
export type Corner = { x: number; y: number }

/** A smaller area is not a photographed paper, and a larger one has no visible edge. */
const areaMin = 0.12
const areaMax = 0.97

/** The bright share of the area between the corners: print takes little of it. */
const brightMin = 0.75

/** Guesses the four corners of the paper in a picture, clockwise from the upper left. Undefined if no paper stands out. */
export function findPaper({ data, width, height }: ImageData): Corner[] | undefined {
  const light = lightOf(data)
  const bright = brightPatch(light, width, thresholdOf(light))
  const corners = extremesOf(bright, width)
  const area = areaOf(corners)
  const count = bright.reduce((sum, isBright) => sum + isBright, 0)
  const share = area / (width * height)
  if (share < areaMin || share > areaMax || count / area < brightMin) return undefined
  return corners.map(({ x, y }) => ({ x: (x + 0.5) / width, y: (y + 0.5) / height }))
}

function lightOf(data: Uint8ClampedArray): Uint8Array {
  const light = new Uint8Array(data.length / 4)
  for (let at = 0; at < light.length; at++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3)
    light[at] = (red + green + blue) / 3
  }
  return light
}

/** The brightness that best separates dark from bright (source: Otsu, "A threshold selection method", 1979). */
function thresholdOf(light: Uint8Array): number {
  const counts = new Float64Array(256)
  for (const each of light) counts[each] = (counts[each] ?? 0) + 1
  const total = light.reduce((sum, each) => sum + each, 0)
  let [best, bestSpread, below, belowSum] = [0, 0, 0, 0]
  for (let at = 0; at < 256; at++) {
    below += counts[at] ?? 0
    belowSum += at * (counts[at] ?? 0)
    const above = light.length - below
    if (below === 0 || above === 0) continue
    const spread = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (spread > bestSpread) [best, bestSpread] = [at, spread]
  }
  return best
}

/** The bright pixels (1) connected with the bright pixel nearest to the middle. Other bright areas are not the paper. */
function brightPatch(light: Uint8Array, width: number, threshold: number): Uint8Array {
  const patch = new Uint8Array(light.length)
  const middle = Math.floor(light.length / 2 + width / 2)
  const start = light.findIndex((each, at) => at >= middle && each > threshold)
  const waiting = start === -1 ? [] : [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (patch[at] === 1 || (light[at] ?? 0) <= threshold) continue
    patch[at] = 1
    const column = at % width
    if (column > 0) waiting.push(at - 1)
    if (column < width - 1) waiting.push(at + 1)
    waiting.push(at - width, at + width)
  }
  return patch
}

/** The pixels furthest towards each corner of the picture. */
function extremesOf(patch: Uint8Array, width: number): Corner[] {
  const towards: readonly [number, number][] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
  const pixels = [...patch.keys()].filter((at) => patch[at] === 1)
  return towards.map(([right, down]) => {
    let corner = { x: 0, y: 0 }
    let most = -Infinity
    for (const at of pixels) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const far = right * x + down * y
      if (far > most) [corner, most] = [{ x, y }, far]
    }
    return corner
  })
}

/** The area of a polygon (shoelace formula). */
function areaOf(corners: readonly Corner[]): number {
  const doubled = corners.map(({ x, y }, at) => {
    const next = corners[(at + 1) % corners.length] ?? { x, y }
    return x * next.y - next.x * y
  })
  return Math.abs(doubled.reduce((sum, each) => sum + each, 0)) / 2
}
