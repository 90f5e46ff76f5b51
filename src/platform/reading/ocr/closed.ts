import type { Size } from '../rectangle.ts'

/** How light each place is, row by row: 0 to 255. */
export type Plane = Size & { readonly values: Uint8Array }

/** Without what is dark and narrower than `side`, which is odd: the darkest square of that side over each place (closing). */
export function closed(plane: Plane, side: number): Plane {
  const reach = Math.floor(side / 2)
  const lighter = alongBoth(plane, reach, Math.max)
  return alongBoth(lighter, reach, Math.min)
}

type Choose = (one: number, other: number) => number

/** Each place as what is chosen of those at most `reach` away, in its row and then in its column. */
function alongBoth({ width, height, values }: Plane, reach: number, choose: Choose): Plane {
  const across = new Uint8Array(values.length)
  const made = new Uint8Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const x = at % width
    const end = at + Math.min(width - 1 - x, reach)
    let chosen = values[at] ?? 0
    for (let near = at - Math.min(x, reach); near <= end; near++) {
      chosen = choose(chosen, values[near] ?? 0)
    }
    across[at] = chosen
  }
  for (let at = 0; at < values.length; at++) {
    const y = Math.floor(at / width)
    const end = at + Math.min(height - 1 - y, reach) * width
    let chosen = across[at] ?? 0
    for (let near = at - Math.min(y, reach) * width; near <= end; near += width) {
      chosen = choose(chosen, across[near] ?? 0)
    }
    made[at] = chosen
  }
  return { width, height, values: made }
}
