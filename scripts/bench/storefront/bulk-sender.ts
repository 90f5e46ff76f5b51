// Sends bulks of nearly 32 MiB one after the other, in its own process. It reads a BulkWish as JSON, sends until the time is over,
// and prints a BulkResult. Every product and every image is new, so nothing is stored twice.
import { deflateSync } from 'node:zlib'
import { productRecord } from './products.ts'

export type BulkInput = { url: string; key: string; forMs: number; firstIndex: number }

export type BulkResult = { bulks: number; images: number; bytes: number; longestMs: number }

type Answer = {
  summary: { created: number; errors: number }
  results: { images_uploaded: number }[]
}

const productsPerBulk = 120

/** The side of an image in pixels. PNG cannot compress its 205 kB of noise. 120 such images in base64 are nearly 32 MiB. */
const imagePixels = 261

const bytesPerPixel = 3
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The limit of one getRandomValues call, in bytes. */
const randomBytesMax = 65_536

if (import.meta.main) {
  const input: BulkInput = await Bun.stdin.json()
  console.log(JSON.stringify(await sendBulks(input)))
  process.exit(0)
}

async function sendBulks({ url, key, forMs, firstIndex }: BulkInput): Promise<BulkResult> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const result: BulkResult = { bulks: 0, images: 0, bytes: 0, longestMs: 0 }
  const deadline = performance.now() + forMs
  while (performance.now() < deadline) {
    const body = bulkBody(firstIndex + result.bulks * productsPerBulk)
    const started = performance.now()
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
    const { summary, results }: Answer = JSON.parse(text)
    const images = results.reduce((sum, row) => sum + row.images_uploaded, 0)
    if (summary.created !== productsPerBulk || images !== productsPerBulk) {
      throw new Error(`a bulk stored ${images} images: ${text.slice(0, 1000)}`)
    }
    result.bulks++
    result.images += images
    result.bytes += body.length
    result.longestMs = Math.max(result.longestMs, performance.now() - started)
  }
  return result
}

function bulkBody(firstIndex: number): string {
  const products = Array.from({ length: productsPerBulk }, (_, at) => ({
    ...productRecord(firstIndex + at),
    image_base64: noisePng().toString('base64'),
    image_content_type: 'image/png',
  }))
  return JSON.stringify({ products })
}

/** A PNG of random pixels. */
function noisePng(): Buffer {
  // Each row begins with its filter, none.
  const rowBytes = 1 + imagePixels * bytesPerPixel
  const rows = Buffer.allocUnsafe(rowBytes * imagePixels)
  for (let at = 0; at < rows.length; at += randomBytesMax) {
    crypto.getRandomValues(rows.subarray(at, at + randomBytesMax))
  }
  for (let row = 0; row < imagePixels; row++) rows[row * rowBytes] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(imagePixels, 0)
  header.writeUInt32BE(imagePixels, 4)
  // 8 bits, RGB.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(Bun.hash.crc32(named), named.length + 4)
  return framed
}
