import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPlace } from '../../../src/platform/offsite/place.ts'
import { fakeS3 } from '../../support/fake-s3.ts'
import { codeOf, temporaryDir } from '../../support/temporary-database.ts'

const s3At = (url: string) =>
  openPlace(
    {
      kind: 's3',
      bucket: 'shop',
      prefix: 'main',
      region: 'us-east-1',
      endpoint: url,
      accessKeyId: 'id',
    },
    'secret',
  )

const bytes = (length: number) => new Uint8Array(length)

/** What would lead out of a place, on one system or another. */
const leadingOut = [
  '../outside',
  'images/../../outside',
  'images/..',
  '/etc/outside',
  'C:\\outside',
  'C:/outside',
  'images\\..\\outside',
  'images//outside',
  './outside',
  'images/a\0b',
  '',
]

describe('a place for copies', () => {
  test.each(leadingOut)(
    'takes no file of the name %j, and gives and removes none',
    async (name) => {
      using folder = temporaryDir()
      using s3 = storage()
      mkdirSync(join(folder.dir.root, 'place'))
      writeFileSync(join(folder.dir.root, 'outside'), 'what is outside')
      const inFolder = openPlace({ kind: 'folder', path: join(folder.dir.root, 'place') }, '')
      for (const place of [inFolder, s3At(s3.url)]) {
        expect(await codeOf(place.read(name, 100))).toBe('invalid_request')
        expect(await codeOf(place.write(name, bytes(1)))).toBe('invalid_request')
        expect(await codeOf(place.create(name, bytes(1)))).toBe('invalid_request')
        expect(await codeOf(place.remove(name))).toBe('invalid_request')
        expect(await codeOf(place.list(name))).toBe('invalid_request')
      }
      expect(await Bun.file(join(folder.dir.root, 'outside')).text()).toBe('what is outside')
      expect([...s3.keys()]).toEqual([])
    },
  )

  test('gives what is as large as it may be, and nothing larger', async () => {
    using folder = temporaryDir()
    using s3 = storage()
    for (const place of [openPlace({ kind: 'folder', path: folder.dir.root }, ''), s3At(s3.url)]) {
      await place.write('some/file', bytes(100))
      expect((await place.read('some/file', 100))?.byteLength).toBe(100)
      expect(await codeOf(place.read('some/file', 99))).toBe('invalid_request')
      expect(await place.read('some/other', 99)).toBeUndefined()
    }
  })

  test('is not read on once the limit is reached, whatever it goes on to send', async () => {
    let sent = 0
    const piece = bytes(64 * 1024)
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += piece.byteLength
          controller.enqueue(piece)
        },
      })
    const server = Bun.serve({ port: 0, fetch: () => new Response(endless()) })
    const place = s3At(`http://127.0.0.1:${server.port}`)
    expect(await codeOf(place.read('some/file', 1024 * 1024))).toBe('invalid_request')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    await server.stop(true)
  })

  test('whose list never ends is no place', async () => {
    const page = `<?xml version="1.0"?><ListBucketResult><Name>shop</Name><IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken>${'<Contents><Key>main/images/a</Key></Contents>'.repeat(2000)}</ListBucketResult>`
    const server = Bun.serve({
      port: 0,
      fetch: () => new Response(page, { headers: { 'content-type': 'application/xml' } }),
    })
    const place = s3At(`http://127.0.0.1:${server.port}`)
    expect(await codeOf(place.list('images'))).toBe('invalid_request')
    await server.stop(true)
  })

  test('lists none of the names that Daybook does not give', async () => {
    using s3 = storage()
    await fetch(`${s3.url}/shop/main/images/..%5Coutside`, { method: 'PUT', body: 'x' })
    await fetch(`${s3.url}/shop/main/images/inside`, { method: 'PUT', body: 'x' })
    expect(await s3At(s3.url).list('images')).toEqual(['images/inside'])
  })
})

function storage() {
  const s3 = fakeS3()
  return { ...s3, [Symbol.dispose]: () => s3.stop() }
}
