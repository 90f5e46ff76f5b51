import { describe, expect, test } from 'bun:test'
import { hostname, networkInterfaces } from 'node:os'
import {
  asciiName,
  callItself,
  certificateNames,
  isOwnHost,
  networkAddresses,
} from '../../../src/platform/http/listening/addresses.ts'

const external = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal }) => !internal)

describe('a host', () => {
  test('is one of this computer: its names and its addresses', () => {
    const name = hostname().toLowerCase()
    const ips = external.map(({ family, address }) =>
      family === 'IPv6' ? `[${address}]` : address,
    )
    for (const host of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      name,
      `${name.split('.')[0]}.local`,
      ...ips,
    ]) {
      expect([host, isOwnHost(host)]).toEqual([host, true])
    }
  })

  test.each([
    '',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.example.com',
    '0.0.0.0',
    '192.0.2.77',
    '.local',
    'local',
  ])('%p is not', (host) => {
    expect(isOwnHost(host)).toBe(false)
  })
})

describe('the addresses for other computers', () => {
  test('begin with the name, keep scheme and port, and are never of this computer alone', () => {
    const addresses = networkAddresses('https://127.0.0.1:3292')
    expect(addresses[0]).toBe(`https://${hostname().toLowerCase().split('.')[0]}.local:3292`)
    const ipv4 = external.filter(({ family }) => family === 'IPv4')
    expect(addresses.slice(1)).toEqual(ipv4.map(({ address }) => `https://${address}:3292`))
  })

  test('have no port where the scheme says it', () => {
    for (const address of networkAddresses('http://127.0.0.1')) {
      expect(address).toMatch(/^http:\/\/[^:/]+$/)
    }
  })
})

test.each([
  ['BÜRO', 'xn--bro-hoa'],
  ['दुकान.local', 'xn--11b7ah1gn.local'],
  ['Desktop-1A.lan', 'desktop-1a.lan'],
  ['my shop', ''],
])('a computer called %p is %p to browsers and certificates', (name, ascii) => {
  expect(asciiName(name)).toBe(ascii)
})

test('certificates name this computer by names and addresses alone that they can hold', () => {
  for (const name of certificateNames()) expect(name).toMatch(/^[a-z\d.:-]+$/)
})

test('a name that Daybook takes in the network is among all that this computer is called by, until it is given up', () => {
  const giveUp = callItself('daybook-7.local')
  expect(isOwnHost('daybook-7.local')).toBe(true)
  expect(certificateNames()).toContain('daybook-7.local')
  expect(networkAddresses('http://0.0.0.0:3292')[0]).toBe('http://daybook-7.local:3292')
  giveUp()
  expect(isOwnHost('daybook-7.local')).toBe(false)
})
