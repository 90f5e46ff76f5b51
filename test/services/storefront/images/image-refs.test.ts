import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  fileOfUrl,
  hashOf,
  imageUrl,
  isStoredFile,
} from '../../../../src/services/storefront/images/store-images.ts'

const hash = 'ab'.repeat(32)
const file = `${hash}.webp`

describe('the URL of an image', () => {
  test('is absolute, and comes back as the stored file that it was', () => {
    const url = imageUrl(file, 'https://books.example.com/daybook')
    expect(url).toBe(`https://books.example.com/daybook/images/${file}`)
    expect(fileOfUrl(url)).toBe(file)
    expect(hashOf(file)).toBe(hash)
  })

  test('is that of the placeholder where there is none', () => {
    const url = imageUrl(null, 'http://127.0.0.1:3292')
    expect(url).toBe('http://127.0.0.1:3292/images/placeholder.png')
    expect(fileOfUrl(url)).toBe('placeholder.png')
  })

  test('stays what it is when the image is elsewhere', () => {
    const url = 'https://cdn.example.com/a.jpg'
    expect(imageUrl(url, 'http://127.0.0.1:3292')).toBe(url)
    expect(fileOfUrl(url)).toBeUndefined()
  })

  test('means the same file under any host, or without one', () => {
    for (const url of [
      `http://192.168.1.20:3292/images/${file}`,
      `HTTPS://shop.local/storefront/images/${file}`,
      `/images/${file}`,
      `/storefront/images/${file}`,
    ]) {
      expect([url, fileOfUrl(url)]).toEqual([url, file])
    }
  })

  test('means no file with anything around its name', () => {
    for (const url of [
      `http://a/images/${file}?v=1`,
      `http://a/images/${file}#x`,
      `http://a/images/x/${file}`,
      `http://a/images/..%2f${file}`,
      `http://a/images/${hash}.svg`,
      `ftp://a/images/${file}`,
      `images/${file}`,
      file,
      '/images/../daybook.db',
    ]) {
      expect([url, fileOfUrl(url)]).toEqual([url, undefined])
    }
  })
})

test('whatever is no name of a stored file is a URL elsewhere', () => {
  for (const image of ['', 'placeholder.png', `${hash}.svg`, `${hash.slice(1)}.png`, `${file}\n`]) {
    expect(isStoredFile(image)).toBe(false)
  }
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
      expect(isStoredFile(url)).toBe(false)
      expect(imageUrl(url, 'http://a')).toBe(url)
    }),
  )
})
