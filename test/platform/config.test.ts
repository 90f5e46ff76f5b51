import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { defaultPort, readConfig, type Flags } from '../../src/platform/config.ts'
import { refusalOf, temporaryDir } from '../support/temporary-database.ts'

let temporary: ReturnType<typeof temporaryDir>

beforeEach(() => {
  temporary = temporaryDir()
})

afterEach(() => temporary[Symbol.dispose]())

describe('a setting', () => {
  test('without flag, environment and file has its default', () => {
    expect(read()).toEqual({
      host: undefined,
      port: defaultPort,
      httpsPort: 3443,
      localName: 'daybook',
      scanExportPort: undefined,
      storefrontPort: undefined,
      publicUrl: undefined,
      imageBaseUrl: undefined,
      tls: undefined,
      metricsToken: undefined,
      litestream: undefined,
      lagLimitSeconds: 300,
      corsOrigins: [],
      trustedProxies: [],
    })
  })

  test('comes from the flag, else the environment, else the file', async () => {
    await write('port = 1111\nscan_export_port = 1112')
    const env = { DAYBOOK_PORT: '2222', DAYBOOK_STOREFRONT_PORT: '2223' }
    const flags = { port: '3333' }
    expect(read(flags, env)).toMatchObject({
      port: 3333,
      scanExportPort: 1112,
      storefrontPort: 2223,
    })
    expect(read({}, env).port).toBe(2222)
    expect(read({}, { DAYBOOK_PORT: '' }).port).toBe(1111)
    expect(read().port).toBe(1111)
  })

  test('of a token that is empty is none: everybody would know it', async () => {
    await write('metrics_token = ""')
    expect(read().metricsToken).toBeUndefined()
  })

  test('of proxies is a list in the file, or a text with commas in the environment', async () => {
    await write('trusted_proxies = ["192.168.1.5", "fd00::/8"]')
    expect(read().trustedProxies).toEqual(['192.168.1.5', 'fd00::/8'])
    const env = { DAYBOOK_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.6' }
    expect(read({}, env).trustedProxies).toEqual(['10.0.0.0/8', '192.168.1.6'])
  })

  test('of the host: --host, else --lan, else the environment, else the file', async () => {
    await write('host = "10.0.0.1"')
    const env = { DAYBOOK_HOST: '10.0.0.2' }
    expect(read({ host: '10.0.0.3', lan: true }, env).host).toBe('10.0.0.3')
    expect(read({ lan: true }, env).host).toBe('0.0.0.0')
    expect(read({ lan: false }, env).host).toBe('10.0.0.2')
    expect(read().host).toBe('10.0.0.1')
  })

  test('of the public address has no slash at its end', async () => {
    await write('public_url = "https://shop.example.com/"')
    expect(read().publicUrl).toBe('https://shop.example.com')
    expect(read({}, { DAYBOOK_PUBLIC_URL: 'http://10.0.0.1:80/day/' }).publicUrl).toBe(
      'http://10.0.0.1/day',
    )
  })

  test('of origins comes from the file', async () => {
    await write('cors_origins = ["https://a.example.com", "https://b.example.com"]')
    expect(read().corsOrigins).toEqual(['https://a.example.com', 'https://b.example.com'])
  })

  test('of TLS names two files that are there', async () => {
    const [cert, key] = [join(temporary.dir.root, 'cert.pem'), join(temporary.dir.root, 'key.pem')]
    await Promise.all([Bun.write(cert, ''), Bun.write(key, '')])
    expect(read({ tlsCert: cert }, { DAYBOOK_TLS_KEY: key }).tls).toEqual({ cert, key })
  })
})

describe('a setting that cannot be is refused', () => {
  test.each(['-1', '65536', '80a', '0x50', '1e3', ' 80', '999999'])('port %p', async (port) => {
    const refusal = await refusalOf(() => read({ port }))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toBe(`--port must be a whole number from 0 to 65535, got "${port}".`)
    const ofEnvironment = await refusalOf(() => read({}, { DAYBOOK_PORT: port }))
    expect(ofEnvironment.message).toBe(
      `DAYBOOK_PORT must be a whole number from 0 to 65535, got "${port}".`,
    )
  })

  test.each(['ftp://shop.example.com', 'shop.example.com', 'http://', ''])(
    'public address %p',
    async (publicUrl) => {
      expect((await refusalOf(() => read({ publicUrl }))).message).toStartWith(
        '--public-url must be an address that begins with http:// or https://, got ',
      )
    },
  )

  test('one TLS file without the other, or one that is missing', async () => {
    const there = join(temporary.dir.root, 'there.pem')
    await Bun.write(there, '')
    const one = await refusalOf(() => read({ tlsCert: there }))
    expect(one.message).toBe(
      'HTTPS needs a certificate and its key (--tls-cert and --tls-key); there is only --tls-cert.',
    )
    const missing = await refusalOf(() => read({ tlsCert: there, tlsKey: `${there}.not` }))
    expect(missing.message).toBe(`--tls-key names ${there}.not, which does not exist.`)
    const ofEnvironment = await refusalOf(() =>
      read({ tlsCert: there }, { DAYBOOK_TLS_KEY: `${there}.not` }),
    )
    expect(ofEnvironment.message).toStartWith('DAYBOOK_TLS_KEY names ')
  })

  test.each([
    ['a wrong type', 'port = "3292"', ': port must be a whole number from 0 to 65535, got "3292".'],
    ['a broken port', 'port = 65536', ': port must be a whole number from 0 to 65535, got 65536.'],
    ['no text', 'host = 10', ': host must be a text in quotes, got 10.'],
    ['no list', 'cors_origins = [1]', ': cors_origins must be a list of texts in quotes, got 1.'],
    [
      'a proxy by name',
      'trusted_proxies = ["10.0.0.0/8", "proxy"]',
      ': trusted_proxies must be addresses or networks, such as 192.168.1.5 or 10.0.0.0/8, got "proxy".',
    ],
    ['no address', 'public_url = "x"', ': public_url must be an address'],
    ['a name nobody knows', 'prot = 3292', ': there is no setting prot. There are host, port, '],
    ['something that is not TOML', 'port = = 3', ' cannot be read'],
  ])('%s in the file, naming it', async (_, text, said) => {
    await write(text)
    const refusal = await refusalOf(() => read())
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toStartWith(`${temporary.dir.config}${said}`)
  })
})

function read(flags: Flags = {}, env: Record<string, string | undefined> = {}) {
  return readConfig(flags, env, temporary.dir.config)
}

function write(text: string): Promise<number> {
  return Bun.write(temporary.dir.config, text)
}

test.each([
  [undefined, 'daybook'],
  ['Counter.local', 'counter'],
  ['none', undefined],
])('the name in the network %p is %p', (given, name) => {
  expect(readConfig({ localName: given }, {}, '/none').localName).toBe(name)
})

test.each(['two words', '-x', 'a.b'])('%p is no name in the network', (given) => {
  expect(() => readConfig({ localName: given }, {}, '/none')).toThrow('--local-name')
})
