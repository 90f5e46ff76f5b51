import { expect, test } from 'bun:test'
import { openPlace, type PlaceAddress } from '../../../src/platform/offsite/place.ts'
import { AppError } from '../../../src/platform/errors.ts'

const bucket = { kind: 's3', bucket: 'shop', prefix: 'a', accessKeyId: 'AK' } as const

test.each<PlaceAddress>([
  { kind: 'folder', path: 'copies' },
  { kind: 'folder', path: '/media/../etc' },
  { ...bucket, bucket: '../other' },
  { ...bucket, prefix: '../other' },
  { ...bucket, endpoint: 'file:///etc/passwd' },
  { ...bucket, endpoint: 'https://user:password@s3.example.com' },
  { ...bucket, region: 'a\r\nb' },
  { ...bucket, accessKeyId: 'a b' },
])('a place that leads elsewhere is refused before it is kept: %j', (address) => {
  expect(() => openPlace(address, '')).toThrow(AppError)
})

test.each<PlaceAddress>([
  { kind: 'folder', path: '/media/usb stick/शॉप' },
  { kind: 'folder', path: String.raw`\\nas\copies` },
  { ...bucket, prefix: '', endpoint: 'minio.shop.lan:9000', region: 'ap-south-1' },
  { ...bucket, endpoint: 'http://[::1]:9000', accessKeyId: 'GOOG1E.abc@x' },
  { ...bucket, endpoint: 'http://nas.local:9000/', region: 'our_shop', accessKeyId: 'backup!#1' },
])('a place that shops name is taken: %j', (address) => {
  expect(openPlace(address, '').title).not.toBe('')
})
