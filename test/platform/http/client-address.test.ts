import { describe, expect, test } from 'bun:test'
import {
  cameByHttps,
  clientAddress,
  isProxyText,
  proxiesOf,
} from '../../../src/platform/http/listening/addresses.ts'

function addressOf(peer: string, forwarded: string | undefined, isOwnComputers = true): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const proxies = proxiesOf([], { isOwnComputers })
  return clientAddress(new Request('http://localhost/', { headers }), peer, proxies)
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

const listed = proxiesOf(['192.168.1.5', '10.42.0.0/16', 'fd00:1::/32'], { isOwnComputers: false })

/** What a request says of where it comes from. */
function saying(headers: Record<string, string>): Request {
  return new Request('http://localhost/', { headers })
}

function from(peer: string, forwarded: string): string {
  return clientAddress(saying({ 'x-forwarded-for': forwarded }), peer, listed)
}

describe('a proxy on another computer that the settings name', () => {
  test.each(['192.168.1.5', '::ffff:192.168.1.5', '10.42.7.7', 'fd00:1::7'])(
    'is believed what it wrote down last, and nothing that stands before it: %s',
    (proxy) => {
      expect(from(proxy, '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
      expect(from(proxy, '6.6.6.6, 203.0.113.9:4711')).toBe('203.0.113.9')
    },
  )

  test('may stand behind another one that is named', () => {
    expect(from('10.42.7.7', '6.6.6.6, 203.0.113.9, 192.168.1.5, 10.42.0.1')).toBe('203.0.113.9')
    expect(from('10.42.7.7', '10.42.0.3, 10.42.0.1')).toBe('10.42.0.3')
  })

  test('counts itself where it says none, or what is no address', () => {
    expect(clientAddress(saying({}), '192.168.1.5', listed)).toBe('192.168.1.5')
    expect(from('192.168.1.5', '203.0.113.9, unknown')).toBe('192.168.1.5')
    expect(from('10.42.7.7', 'unknown, 10.42.0.1')).toBe('10.42.0.1')
  })

  test('says whether the request came to it by HTTPS', () => {
    const secure = saying({ 'x-forwarded-proto': 'https' })
    expect(cameByHttps(secure, '192.168.1.5', listed)).toBe(true)
    expect(cameByHttps(saying({ 'x-forwarded-proto': 'https, http' }), '192.168.1.5', listed)).toBe(
      false,
    )
    expect(cameByHttps(saying({}), '192.168.1.5', listed)).toBe(false)
  })
})

describe('whoever is not named may write what it wants', () => {
  test.each(['192.168.1.6', '10.43.0.1', 'fd00:2::7', '127.0.0.1', '::1', ''])('%p', (peer) => {
    const headers = { 'x-forwarded-for': '192.168.1.5', 'x-forwarded-proto': 'https' }
    expect(clientAddress(saying(headers), peer, listed)).toBe(peer)
    expect(cameByHttps(saying(headers), peer, listed)).toBe(false)
  })
})

test.each([
  ['192.168.1.5', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['fe80::1%eth0', false],
  ['proxy.example.com', false],
  ['10.0.0.0/', false],
  ['', false],
])('a proxy is named by its address or network: %p', (text, isOne) => {
  expect(isProxyText(text)).toBe(isOne)
})
