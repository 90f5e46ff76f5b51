import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { lockedPdf, pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import type { Problem } from '../../../src/platform/pictures/draw.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { pngOf } from '../../../src/platform/pictures/png.ts'
import {
  type PictureProcess,
  pictureProcess,
  pictures,
  type PicturedFile,
} from '../../../src/platform/pictures/pictures.ts'
import { endlessPdf, photoOnItsSide } from '../../support/papers.ts'
import { encrypted } from '../../support/encrypted.ts'
import { pngThatSays } from '../../support/pictures.ts'
import { fax4, tagsOf, tiffFile } from '../../support/tiff.ts'

const drawn = pictures(silentLog)

/** Longer than any test takes, in milliseconds. */
const neverMs = 600_000

const folder = mkdtempSync(join(tmpdir(), 'daybook-pictures-'))

afterAll(async () => {
  await drawn.stop()
  rmSync(folder, { recursive: true, force: true })
})

function stored(content: Uint8Array | string): PicturedFile {
  const hash = Bun.SHA256.hash(content, 'hex')
  const path = join(folder, hash)
  writeFileSync(path, content)
  return { hash, path }
}

/** Pixels that let everything through. */
const clear = new Uint8Array(4 * 9 * 9)

const twoPages = [
  { width: 600, height: 800, content: '0 0 0 rg 0 0 600 800 re f' },
  { width: 800, height: 400, content: '1 0 0 rg 0 0 800 400 re f' },
]

test('the pages of a PDF are counted and measured', async () => {
  expect(await drawn.measure(stored(pdfFile(twoPages)))).toEqual({
    total: 2,
    pages: [
      { width: 600, height: 800 },
      { width: 800, height: 400 },
    ],
  })
})

test('a page of a PDF is drawn as wide as it is asked for, in its own colours', async () => {
  const picture = await drawn.draw(stored(pdfFile(twoPages)), 2, 600)
  expect(await new Bun.Image(picture).metadata()).toMatchObject({ width: 600, height: 300 })
  const [red = 0, green = 255, blue = 255] = await colourOf(picture)
  expect(red).toBeGreaterThan(240)
  expect(Math.max(green, blue)).toBeLessThan(15)
})

/** The colour of a picture that has only one. */
async function colourOf(picture: Uint8Array): Promise<number[]> {
  const png = Buffer.from(await new Bun.Image(picture).resize(1, 1).png().bytes())
  const at = png.indexOf('IDAT')
  const [, ...colour] = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  return colour
}

/** A page of a fax, all black, with 100 by 200 dots in a square inch. */
function blackFax(width: number, height: number) {
  const tags = tagsOf({ width, height }, 4, 0, { 282: [100], 283: [200] })
  return { tags, pieces: [fax4({ width, height, isBlack: () => true })] }
}

test('the pages of a TIFF are counted, measured and drawn like those of a PDF', async () => {
  const file = stored(tiffFile([blackFax(100, 100), blackFax(200, 300)]))
  expect(await drawn.measure(file)).toEqual({
    total: 2,
    pages: [
      { width: 72, height: 36 },
      { width: 144, height: 108 },
    ],
  })
  const picture = await drawn.draw(file, 2, 600)
  expect(await new Bun.Image(picture).metadata()).toMatchObject({ width: 600, height: 450 })
  expect(Math.max(...(await colourOf(picture)).slice(0, 3))).toBeLessThan(15)
  expect(await refusalOf(drawn.draw(file, 3, 600))).toContain('cannot be shown')
})

test('a photo that lies on its side is shown upright, and never larger than it is', async () => {
  const photo = stored(photoOnItsSide({ width: 90, height: 40 }))
  expect(await drawn.measure(photo)).toEqual({ total: 1, pages: [{ width: 40, height: 90 }] })
  const picture = new Bun.Image(await drawn.draw(photo, 1, 600))
  expect(await picture.metadata()).toMatchObject({ width: 40, height: 90 })
})

test('what is transparent in a picture stays so', async () => {
  const file = stored(await new Bun.Image(pngOf({ width: 9, height: 9 }, clear)).png().bytes())
  const [, , , alpha] = await colourOf(await drawn.draw(file, 1, 600))
  expect(alpha).toBe(0)
})

test('an endless strip is drawn within bounds', async () => {
  const strip = stored(pdfFile([{ width: 10, height: 14_000, content: '' }]))
  const { width, height } = await new Bun.Image(await drawn.draw(strip, 1, 2800)).metadata()
  expect(width * height).toBeLessThan(18_000_000)
})

const rareFax = { ...blackFax(9, 9), tags: tagsOf({ width: 9, height: 9 }, 34_712, 0) }
const hugeFax = { ...blackFax(9, 9), tags: tagsOf({ width: 60_000, height: 60_000 }, 4, 0) }

const unshown: [what: string, problem: Problem, content: () => Uint8Array | string][] = [
  ['is damaged', 'broken', () => '%PDF-1.4\nno more'],
  ['is locked', 'password', lockedPdf],
  ['is a TIFF that is cut off', 'broken', () => tiffFile([blackFax(9, 9)]).subarray(0, 60)],
  ['is a TIFF that is packed in a rare way', 'rare TIFF', () => tiffFile([rareFax])],
  ['is a TIFF with more pixels than memory has', 'too large', () => tiffFile([hugeFax])],
  ['is a photo that is cut off', 'broken', () => Uint8Array.fromHex('ffd8ffe000104a46')],
  ['asks for more pixels than memory has', 'too large', () => pngThatSays(60_000, 60_000)],
]

test.each(unshown)('a file that %s is told as %s', async (_what, problem, content) => {
  expect(await drawn.measure(stored(content()))).toEqual({ problem })
})

test('a page that is not there, and one of a damaged file, is refused', async () => {
  const file = stored(pdfFile(twoPages))
  expect(await refusalOf(drawn.draw(file, 3, 600))).toContain('cannot be shown')
  expect(await refusalOf(drawn.draw(stored('%PDF-1.4\nnothing'), 1, 600))).toContain(
    'cannot be shown',
  )
})

test('a PDF that never ends is given up, and the next one has its turn', async () => {
  const impatient = pictures(silentLog, pictureProcess({ processorMs: 1500, clockMs: neverMs }))
  const endless = impatient.draw(stored(endlessPdf()), 1, 600)
  const next = impatient.measure(stored(pdfFile(twoPages)))
  expect(await refusalOf(endless)).toContain('cannot be shown')
  expect(await next).toMatchObject({ total: 2 })
  await impatient.stop()
})

test('a page that was drawn too slowly is refused for a while, then tried again', async () => {
  const real = pictureProcess({ processorMs: neverMs, clockMs: neverMs })
  const answers: PictureProcess['ask'][] = [() => Promise.resolve({ ended: 'too slow' })]
  const busy: PictureProcess = {
    ...real,
    ask: (...asked) => (answers.shift() ?? real.ask)(...asked),
  }
  const patient = pictures(silentLog, busy, 0)
  const file = stored(pdfFile(twoPages))
  expect(await refusalOf(patient.draw(file, 2, 600))).toContain('cannot be shown')
  // Timers run in their order.
  await new Promise((resolve) => setTimeout(resolve))
  expect((await patient.draw(file, 2, 600)).length).toBeGreaterThan(0)
  await patient.stop()
})

test('a page that many ask for is drawn once, and kept', async () => {
  const file = stored(pdfFile([{ width: 300, height: 300, content: '0 1 0 rg 0 0 9 9 re f' }]))
  const [first, second] = await Promise.all([drawn.draw(file, 1, 600), drawn.draw(file, 1, 600)])
  rmSync(file.path)
  expect(second).toBe(first)
  expect(await drawn.draw(file, 1, 600)).toBe(first)
})

test('nothing is drawn any more when Daybook stops', async () => {
  const stopped = pictures(silentLog)
  const endless = stopped.draw(stored(endlessPdf()), 1, 600)
  const waiting = stopped.measure(stored(pdfFile(twoPages)))
  const outcomes = Promise.allSettled([endless, waiting])
  await stopped.stop()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

async function locked(password: string): Promise<PicturedFile> {
  return stored(await encrypted(pdfFile([{ width: 300, height: 300, content: '' }]), password))
}

describe('a locked PDF', () => {
  test('is shown by the password that opens it, of several that are known', async () => {
    const file = { ...(await locked('right')), passwords: () => Promise.resolve(['x', 'right']) }
    expect(await drawn.measure(file)).toEqual({ total: 1, pages: [{ width: 300, height: 300 }] })
    const picture = new Bun.Image(await drawn.draw(file, 1, 600))
    expect(await picture.metadata()).toMatchObject({ width: 600 })
  })

  test('is shown to nobody who does not know it, also after somebody saw it', async () => {
    const file = await locked('secret')
    await drawn.measure({ ...file, passwords: () => Promise.resolve(['secret']) })
    for (const passwords of [() => Promise.resolve([]), () => Promise.resolve(['wrong'])]) {
      expect(await drawn.measure({ ...file, passwords })).toEqual({ problem: 'password' })
      expect(await refusalOf(drawn.draw({ ...file, passwords }, 1, 600))).toContain('cannot be')
    }
  })
})

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return await asked.then(() => 'none', String)
}
