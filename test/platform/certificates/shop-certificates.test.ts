import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  loadAuthority,
  shopCertificates,
  type ShopCertificates,
} from '../../../src/platform/certificates/shop-certificates.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { errorOf, setClock, temporaryDir, type SetClock } from '../../support/temporary-database.ts'

const dayMs = 24 * 60 * 60 * 1000
const names = ['till-2.local', 'till-2', 'localhost', '192.168.1.20', '127.0.0.1', '::1']

let temporary: ReturnType<typeof temporaryDir>
let clock: SetClock
let certificates: ShopCertificates

beforeEach(() => {
  temporary = temporaryDir()
  clock = setClock(Date.now())
  certificates = opened()
})

afterEach(() => temporary[Symbol.dispose]())

/** What a server that starts now has. */
function opened(host = 'till-2'): ShopCertificates {
  const { httpsRoot: path, secretKey } = temporary.dir
  return shopCertificates({
    path,
    secrets: secretsIn(secretKey),
    host,
    clock,
    log: silentLog,
  })
}

/** What OpenSSL, which knows nothing of Daybook, makes of a certificate. */
async function verified(certificate: string, ...flags: string[]): Promise<string> {
  const [root, leaf] = ['root.pem', 'leaf.pem'].map((name) => join(temporary.dir.root, name))
  if (root === undefined || leaf === undefined) throw new Error('There are two files.')
  writeFileSync(root, (await certificates.root()).pem)
  writeFileSync(leaf, certificate)
  const ran = Bun.spawnSync(['openssl', 'verify', '-x509_strict', ...flags, '-CAfile', root, leaf])
  return `${ran.stdout.toString()}${ran.stderr.toString()}`
}

describe('the certificate of a shop’s server', () => {
  test('is good for OpenSSL at each name and address that it was made for', async () => {
    const { tls, names: covered } = await certificates.forServer(names)
    expect(covered).toEqual(names)
    expect(await verified(tls.cert, '-verify_hostname', 'till-2.local')).toContain('OK')
    expect(await verified(tls.cert, '-verify_ip', '192.168.1.20')).toContain('OK')
    expect(await verified(tls.cert, '-verify_hostname', 'other.local')).toContain('mismatch')
  })

  test('leaves out what is no private name or address', async () => {
    const asked = ['counter.example.com', '8.8.8.8', 'till.local', 'till', '192.168.1.20']
    const { names: covered, asked: kept } = await certificates.forServer(asked)
    expect(covered).toEqual(['till.local', '192.168.1.20'])
    expect(kept).toEqual(asked)
  })

  test('counts for no longer than phones take, and not from this moment only', async () => {
    const { period } = await certificates.forServer(names)
    expect((period.until - period.from) / dayMs).toBe(397)
    expect(Math.round((clock.now() - period.from) / dayMs)).toBe(1)
  })
})

describe('the root of a shop', () => {
  test.each(['shop', 'xn--11b4c3d'])(
    'on a computer called %p vouches for no name of that ending',
    async (host) => {
      certificates = opened(host)
      const { names: covered } = await certificates.forServer([`${host}.local`, host, `a.${host}`])
      expect(covered).toEqual([`${host}.local`])
      const { key, ...stored } = JSON.parse(readFileSync(await madeFile(), 'utf8'))
      const clear = await secretsIn(temporary.dir.secretKey).open(key)
      const { signServerCertificate } = await loadAuthority()
      const authority = { ...stored, key: clear ?? '' }
      const { cert } = await signServerCertificate(authority, [`bank.${host}`], clock.now())
      expect(await verified(cert)).toContain('permitted subtree violation')
    },
  )

  test('is for servers alone', async () => {
    const { pem } = await certificates.root()
    const serverAuth = '1.3.6.1.5.5.7.3.1'
    expect(new X509Certificate(pem).keyUsage).toEqual([serverAuth])
    const { tls } = await certificates.forServer(names)
    expect(await verified(tls.cert, '-purpose', 'sslserver')).toContain('OK')
    expect(await verified(tls.cert, '-purpose', 'smimesign')).not.toContain('OK')
  })

  test('is made by the next who asks, where it could not be kept the first time', async () => {
    mkdirSync(temporary.dir.httpsRoot)
    await errorOf(certificates.root())
    rmSync(temporary.dir.httpsRoot, { recursive: true })
    expect((await certificates.root()).pem).toContain('BEGIN CERTIFICATE')
  })

  test('vouches for nothing on the internet, whoever has its key', async () => {
    const { key, ...stored } = JSON.parse(readFileSync(await madeFile(), 'utf8'))
    const clear = await secretsIn(temporary.dir.secretKey).open(key)
    const authority = { ...stored, key: clear ?? '' }
    const { signServerCertificate } = await loadAuthority()
    for (const name of ['bank.example.com', '8.8.8.8']) {
      const { cert } = await signServerCertificate(authority, [name], clock.now())
      expect(await verified(cert)).toContain('permitted subtree violation')
    }
  })

  test('is the same at every start, and its key is not in clear text', async () => {
    const { fingerprint, name } = await certificates.root()
    expect(name).toStartWith('Daybook on till-2 (')
    expect((await opened().root()).fingerprint).toBe(fingerprint)
    expect(readFileSync(await madeFile(), 'utf8')).not.toContain('PRIVATE KEY')
    if (process.platform !== 'win32') expect(statSync(await madeFile()).mode & 0o077).toBe(0)
  })

  test('is made once for those who ask at once', async () => {
    const all = await Promise.all([certificates.root(), certificates.root(), certificates.root()])
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  })

  test.each([
    ['its key cannot be opened any more', () => rmSync(temporary.dir.secretKey)],
    ['its file is damaged', () => writeFileSync(temporary.dir.httpsRoot, '{"certificate":')],
    ['it would end before a server’s certificate', () => clock.pass(3300 * dayMs)],
  ])('is made anew when %s', async (_, happens) => {
    const { fingerprint } = await certificates.root()
    happens()
    const again = await opened().root()
    expect(again.fingerprint).not.toBe(fingerprint)
    const { tls } = await opened().forServer(names)
    expect(new X509Certificate(tls.cert).verify(new X509Certificate(again.pem).publicKey)).toBe(
      true,
    )
  })
})

async function madeFile(): Promise<string> {
  await certificates.root()
  return temporary.dir.httpsRoot
}
