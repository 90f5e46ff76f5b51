import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:tls'
import { shopCertificates } from '../../../src/platform/certificates/shop-certificates.ts'
import {
  httpsNetwork,
  type HttpsNetwork,
} from '../../../src/platform/http/listening/https-network.ts'
import { makeListeners } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { setClock, temporaryDir, until, type SetClock } from '../../support/temporary-database.ts'

const dayMs = 24 * 60 * 60 * 1000
const dispatcher = { answer: () => new Response('answered'), unsendable: () => Response.error() }

let temporary: ReturnType<typeof temporaryDir>
let clock: SetClock
let names: string[]
let network: HttpsNetwork

beforeEach(async () => {
  temporary = temporaryDir()
  clock = setClock(Date.now())
  names = ['counter.local', 'localhost', '127.0.0.1']
  const { httpsRoot: path, secretKey } = temporary.dir
  const secrets = secretsIn(secretKey)
  const host = undefined
  const plain = makeListeners({ host, access: 'network', tls: undefined, log: silentLog })
  network = httpsNetwork({
    plain,
    port: 0,
    host,
    hasOwnFiles: false,
    certificates: shopCertificates({ path, secrets, host: 'counter', clock, log: silentLog }),
    names: () => names,
    clock,
    log: silentLog,
  })
  await plain.open(dispatcher, undefined, 0)
  await network.begin(dispatcher, true)
})

afterEach(async () => {
  await network.stop()
  temporary[Symbol.dispose]()
})

/** The certificate that somebody who comes now is shown. */
async function shown() {
  const { port } = new URL(network.https.originFor('localhost') ?? '')
  const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false })
  let seen: { fingerprint256: string; subjectaltname?: string } | undefined
  socket.on('secureConnect', () => {
    seen = socket.getPeerCertificate()
    socket.end()
  })
  await until(() => seen !== undefined)
  return { fingerprint: seen?.fingerprint256 ?? '', names: seen?.subjectaltname ?? '', port }
}

describe('the certificate of the shop', () => {
  test('stays while nothing changes', async () => {
    const before = await shown()
    await network.look()
    clock.pass(300 * dayMs)
    await network.look()
    expect(await shown()).toEqual(before)
  })

  test('names a new address as soon as there is one, at the same port', async () => {
    const before = await shown()
    names = [...names, '192.168.1.77']
    await network.look()
    const after = await shown()
    expect(before.names).not.toContain('192.168.1.77')
    expect(after.names).toContain('192.168.1.77')
    expect(after.port).toBe(before.port)
    expect(network.https.originFor('192.168.1.77')).toBe(`https://192.168.1.77:${after.port}`)
  })

  test('is made anew a month before it ends, and by a clock that was wrong', async () => {
    for (const days of [370, -500]) {
      const before = await shown()
      clock.pass(days * dayMs)
      await network.look()
      expect((await shown()).fingerprint).not.toBe(before.fingerprint)
    }
  })

  test('is not made anew each time for a name that it may not have', async () => {
    names = [...names, 'counter.example.com']
    await network.look()
    const before = await shown()
    await network.look()
    expect(await shown()).toEqual(before)
    expect(network.https.originFor('counter.example.com') ?? '').toStartWith('https://')
  })
})

test('programs on this computer stay, others are told where to come', () => {
  const { originInstead } = network.https
  const asked = (url: string, peer: string) => originInstead(new Request(url), peer)
  expect(asked('http://counter.local:3292/', '192.168.1.9')).toStartWith('https://counter.local:')
  for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(asked('http://counter.local:3292/', peer)).toBeUndefined()
  }
  expect(asked('https://counter.local:3443/', '192.168.1.9')).toBeUndefined()
})
