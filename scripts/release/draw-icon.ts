// Draws the console's icon as Windows wants it, into daybook.ico beside this file: run it when icon.svg changes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { requireBrowser } from '../browser.ts'

/** In pixels. Windows takes PNG for the largest only. */
const sizes = [16, 24, 32, 48, 256]
const pngSize = 256

const headBytes = 6
const entryBytes = 16
const bitmapHeadBytes = 40

const svg = readFileSync(join(import.meta.dir, '../../src/console/icon.svg'), 'utf8')
const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: requireBrowser() })
try {
  const pictures: { size: number; bytes: Uint8Array }[] = []
  for (const size of sizes) pictures.push({ size, bytes: await draw(size) })
  writeFileSync(join(import.meta.dir, 'daybook.ico'), iconOf(pictures))
} finally {
  await browser.close()
}

async function draw(size: number): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const style = 'html, body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }'
  await page.setContent(`<style>${style}</style>${svg}`)
  const png = await page.screenshot({ omitBackground: true })
  if (size === pngSize) return png
  const pixels = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0)
      return Array.from(context?.getImageData(0, 0, picture.width, picture.height).data ?? [])
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return bitmapOf(size, pixels)
}

/** A bitmap of 32 bits with transparency, upside down as bitmaps are, then a mask that nobody needs any more. */
function bitmapOf(size: number, rgba: readonly number[]): Uint8Array {
  const maskBytes = Math.ceil(size / 32) * 4 * size
  const bytes = new Uint8Array(bitmapHeadBytes + size * size * 4 + maskBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bitmapHeadBytes, true)
  view.setInt32(4, size, true)
  view.setInt32(8, 2 * size, true)
  view.setUint16(12, 1, true)
  view.setUint16(14, 32, true)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = ((size - 1 - row) * size + column) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.slice(from, from + 4)
      bytes.set([blue, green, red, alpha], bitmapHeadBytes + (row * size + column) * 4)
    }
  }
  return bytes
}

function iconOf(pictures: readonly { size: number; bytes: Uint8Array }[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(headBytes + entryBytes * pictures.length))
  head.setUint16(2, 1, true)
  head.setUint16(4, pictures.length, true)
  let at = head.byteLength
  for (const [index, { size, bytes }] of pictures.entries()) {
    const entry = headBytes + entryBytes * index
    head.setUint8(entry, size % 256)
    head.setUint8(entry + 1, size % 256)
    head.setUint16(entry + 4, 1, true)
    head.setUint16(entry + 6, 32, true)
    head.setUint32(entry + 8, bytes.byteLength, true)
    head.setUint32(entry + 12, at, true)
    at += bytes.byteLength
  }
  return Buffer.concat([new Uint8Array(head.buffer), ...pictures.map(({ bytes }) => bytes)])
}
