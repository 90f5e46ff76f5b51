import type { Random } from '../../../demo/random.ts'
import { bitmapOf, jpegOf, lockedPdf, rasterised, scannedPdf, smallJpegOf } from './files.ts'
import {
  blurred,
  emptyPicture,
  grey,
  noisy,
  type Picture,
  shaded,
  specked,
  threshold,
  turned,
} from './picture.ts'
import { type Corners, photographed, skewed } from './warp.ts'

/** How a paper became a file. `digital` is the printed PDF, `locked` is that PDF with a password. */
export const degradations = [
  'digital',
  'scan-300',
  'scan-200',
  'jpeg-150',
  'photo',
  'fax',
  'turned',
  'stamped',
  'messenger',
  'locked',
] as const

export type Degradation = (typeof degradations)[number]

/** The password of locked files. Banks use the holder's name and date of birth. */
export const password = 'KULK0104'

/** Makes a file of a printed paper. Undefined if the paper has several pages and the file would be a photo of one. */
export async function degrade(
  pdf: Uint8Array,
  how: Degradation,
  random: Random,
): Promise<{ bytes: Uint8Array; extension: string } | undefined> {
  if (how === 'digital') return { bytes: pdf, extension: 'pdf' }
  if (how === 'locked') return { bytes: await lockedPdf(pdf, password), extension: 'pdf' }
  if (how === 'photo' || how === 'messenger') return await photo(pdf, how, random)
  const { dpi, scan } = scanners[how]
  const pages = await rasterised(pdf, dpi)
  const scanned: Uint8Array[] = []
  for (const page of pages) scanned.push(await scan(page, random))
  return { bytes: await scannedPdf(scanned, dpi), extension: 'pdf' }
}

type Scanner = { dpi: number; scan: (page: Picture, random: Random) => Promise<Uint8Array> }

const greyScanner: Scanner = {
  dpi: 200,
  scan(page, random) {
    const straight = skewed(blurred(grey(page), 0.3), between(random, -0.7, 0.7))
    return jpegOf(noisy(straight, random, 11), 72)
  },
}

const scanners: Record<
  Exclude<Degradation, 'digital' | 'locked' | 'photo' | 'messenger'>,
  Scanner
> = {
  'scan-300': {
    dpi: 300,
    scan: (page, random) => jpegOf(noisy(skewed(page, between(random, -0.3, 0.3)), random, 4), 85),
  },
  'scan-200': greyScanner,
  'jpeg-150': {
    dpi: 150,
    scan: (page, random) =>
      jpegOf(noisy(blurred(skewed(page, between(random, -2.8, 2.8)), 0.25), random, 6), 42),
  },
  fax: {
    dpi: 200,
    scan(page, random) {
      const straight = skewed(blurred(grey(page), 0.3), between(random, -0.5, 0.5))
      return bitmapOf(specked(threshold(straight, random.int(130, 185)), random, 0.0006))
    },
  },
  turned: {
    dpi: 200,
    scan: async (page, random) => greyScanner.scan(turned(page, random.int(1, 3)), random),
  },
  stamped: greyScanner,
}

/** The resolution of a page before it is photographed, in dots per inch. */
const photoDpi = 220

/** The long side of a picture that came through a messenger, in pixels. */
const messengerSide = 1600

async function photo(pdf: Uint8Array, how: 'photo' | 'messenger', random: Random) {
  const [page, ...others] = await rasterised(pdf, photoDpi)
  if (page === undefined || others.length > 0) return undefined
  const taken = noisy(blurred(shaded(onTable(page, random), random, 0.55), 0.4), random, 6)
  const bytes =
    how === 'photo' ? await jpegOf(taken, 78) : await smallJpegOf(taken, messengerSide, 58)
  return { bytes, extension: 'jpg' }
}

/** The page on a table, photographed from slightly beside it. */
function onTable(page: Picture, random: Random): Picture {
  const [width, height] = [Math.round(page.width * 1.12), Math.round(page.height * 1.08)]
  const off = () => random.next() * 0.045
  const corners: Corners = [
    [width * (0.02 + off()), height * (0.015 + off())],
    [width * (0.98 - off()), height * (0.015 + off())],
    [width * (0.98 - off()), height * (0.985 - off())],
    [width * (0.02 + off()), height * (0.985 - off())],
  ]
  return photographed(page, table(width, height, random), corners)
}

/** A table of wood or cloth: a colour with a grain. */
function table(width: number, height: number, random: Random): Picture {
  const made = emptyPicture(width, height)
  const colour = random.pick([
    [122, 84, 52],
    [70, 72, 78],
    [168, 150, 122],
    [48, 62, 84],
  ])
  for (let y = 0, at = 0; y < height; y += 1) {
    const grain = 14 * Math.sin(y / 9 + 3 * Math.sin(y / 51))
    for (let x = 0; x < width; x += 1, at += 4) {
      for (let channel = 0; channel < 3; channel += 1)
        made.data[at + channel] = (colour[channel] ?? 0) + grain
    }
  }
  return made
}

function between(random: Random, least: number, most: number): number {
  return least + random.next() * (most - least)
}
