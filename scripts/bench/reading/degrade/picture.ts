import type { Random } from '../../../demo/random.ts'

/** Pixels: red, green, blue and alpha, row by row from the top. */
export type Picture = { width: number; height: number; data: Uint8ClampedArray }

const channels = 4

export function emptyPicture(width: number, height: number): Picture {
  return { width, height, data: new Uint8ClampedArray(width * height * channels).fill(255) }
}

/** Turns the picture grey (weights of ITU-R BT.601, in parts of 256). */
export function grey({ width, height, data }: Picture): Picture {
  const made = emptyPicture(width, height)
  const pixels = new Uint32Array(made.data.buffer)
  for (let at = 0, pixel = 0; at < data.length; at += channels, pixel += 1) {
    const light = (77 * (data[at] ?? 0) + 150 * (data[at + 1] ?? 0) + 29 * (data[at + 2] ?? 0)) >> 8
    pixels[pixel] = greyPixel(light)
  }
  return made
}

function greyPixel(light: number): number {
  return 0xff000000 | (light << 16) | (light << 8) | light
}

/** Black or white. */
export function threshold({ width, height, data }: Picture, level: number): Picture {
  const made = emptyPicture(width, height)
  const pixels = new Uint32Array(made.data.buffer)
  for (let at = 0, pixel = 0; at < data.length; at += channels, pixel += 1) {
    if ((data[at] ?? 0) < level) pixels[pixel] = greyPixel(0)
  }
  return made
}

/** Makes each pixel brighter or darker by chance, alike in its three colours. `deviation` is in steps of 255. */
export function noisy(
  { width, height, data }: Picture,
  random: Random,
  deviation: number,
): Picture {
  const made = emptyPicture(width, height)
  for (let at = 0; at < data.length; at += channels) {
    // The sum of three uniform numbers is nearly normal, with a deviation of a half.
    const chance = 2 * (random.next() + random.next() + random.next() - 1.5)
    const change = chance * deviation
    made.data[at] = (data[at] ?? 0) + change
    made.data[at + 1] = (data[at + 1] ?? 0) + change
    made.data[at + 2] = (data[at + 2] ?? 0) + change
  }
  return made
}

/** Specks as on a fax: inverts a share of the pixels. */
export function specked(picture: Picture, random: Random, share: number): Picture {
  const { width, height, data } = picture
  const count = Math.round(width * height * share)
  for (let speck = 0; speck < count; speck += 1) {
    const at = random.int(0, width * height - 1) * channels
    data.fill(255 - (data[at] ?? 0), at, at + 3)
  }
  return picture
}

/** Blurs each pixel with its neighbours, first to the left and right, then above and below: three taps each way. */
export function blurred(picture: Picture, side: number): Picture {
  return blurredAlong(blurredAlong(picture, channels, side), picture.width * channels, side)
}

function blurredAlong({ width, height, data }: Picture, step: number, side: number): Picture {
  const made = emptyPicture(width, height)
  const whole = 1 + 2 * side
  for (let at = 0; at < data.length; at += 1) {
    const here = data[at] ?? 0
    const before = data[at - step] ?? here
    const after = data[at + step] ?? here
    made.data[at] = (here + side * (before + after)) / whole
  }
  return made
}

/** Light from one side, down to the share `darkest` at the other, with the edge of a shadow across. */
export function shaded(picture: Picture, random: Random, darkest: number): Picture {
  const { width, height, data } = picture
  const angle = random.next() * 2 * Math.PI
  const [dx, dy] = [Math.cos(angle) / width, Math.sin(angle) / height]
  const edge = 0.2 + 0.4 * random.next()
  const depth = 0.1 + 0.15 * random.next()
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += channels) {
      const along = 0.5 + dx * (x - width / 2) + dy * (y - height / 2)
      const soft = Math.min(1, Math.max(0, (along - edge) * 12))
      const light = darkest + (1 - darkest) * along - depth * soft
      for (let channel = at; channel < at + 3; channel += 1) {
        data[channel] = (data[channel] ?? 0) * light
      }
    }
  }
  return picture
}

/** Turns the picture clockwise by quarters. */
export function turned(picture: Picture, quarters: number): Picture {
  if (quarters % 4 === 0) return picture
  const { width, height, data } = picture
  const made = emptyPicture(height, width)
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(made.data.buffer)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) to[x * height + height - 1 - y] = from[y * width + x] ?? 0
  }
  return turned(made, (quarters % 4) - 1)
}
