import { describe, expect, test } from 'bun:test'
import { clientAddress } from '../../../src/platform/http/listening/addresses.ts'

function addressOf(peer: string, forwarded: string | undefined, isBehindProxy = true): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return clientAddress(new Request('http://localhost/', { headers }), peer, { isBehindProxy })
}

describe('the address of a client behind a proxy on this computer', () => {
  test.each([
    ['192.168.1.9', '192.168.1.9'],
    ['6.6.6.6, 192.168.1.9', '192.168.1.9'],
    ['6.6.6.6,192.168.1.9 ', '192.168.1.9'],
    ['192.168.1.9:51234', '192.168.1.9'],
    ['fd00::9', 'fd00::9'],
    ['[fd00::9]:51234', 'fd00::9'],
    ['[fd00::9]', 'fd00::9'],
    ['::ffff:192.168.1.9', '192.168.1.9'],
  ])('of %p is the last one', (forwarded, address) => {
    for (const peer of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) {
      expect(addressOf(peer, forwarded)).toBe(address)
    }
  })

  test.each([
    '',
    ' ',
    '192.168.1.9,',
    '192.168.1.9, unknown',
    '192.168.1.999',
    'fe80::1%eth0',
    '_hidden',
    '"192.168.1.9"',
    '192.168.1.9:port',
    'x'.repeat(5000),
  ])('is this computer when the last one is %p', (forwarded) => {
    expect(addressOf('127.0.0.1', forwarded)).toBe('127.0.0.1')
  })

  test('is this computer when the proxy says none', () => {
    expect(addressOf('127.0.0.1', undefined)).toBe('127.0.0.1')
  })
})

describe('the header is not believed', () => {
  test('when another computer sends it', () => {
    for (const peer of ['192.168.1.7', '::ffff:192.168.1.7', 'fd00::7']) {
      expect(addressOf(peer, '192.168.1.9')).toBe(peer.replace('::ffff:', ''))
    }
  })

  test('when there is no proxy', () => {
    expect(addressOf('127.0.0.1', '192.168.1.9', false)).toBe('127.0.0.1')
  })
})
