import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { connect } from 'node:tls'
import {
  readCertificate,
  watchCertificate,
  type Certificate,
} from '../../../src/platform/certificates/certificate-files.ts'
import { makeListeners, type Listeners } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { codeOf, refusalOf, temporaryDir, until } from '../../support/temporary-database.ts'

let temporary: ReturnType<typeof temporaryDir>
let files: Certificate
let first: Certificate
let listeners: Listeners
let url: string
let warnings: string[]
let watch: ReturnType<typeof watchCertificate>

beforeEach(async () => {
  temporary = temporaryDir()
  const { files: made, ...inUse } = makeCertificate(temporary.dir.root)
  files = made
  first = inUse
  listeners = makeListeners({
    host: undefined,
    access: 'this computer',
    tls: first,
    log: silentLog,
  })
  const dispatcher = { answer: () => new Response('answered'), unsendable: () => Response.error() }
  url = await listeners.open(dispatcher, undefined, 0)
  warnings = []
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
  watch = watchCertificate({ files, inUse: first, take: listeners.renew, log })
})

afterEach(async () => {
  watch.stop()
  await listeners.stop()
  temporary[Symbol.dispose]()
})

/** The fingerprint of the certificate that the server shows. */
async function shown(): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), rejectUnauthorized: false })
  let fingerprint = ''
  socket.on('secureConnect', () => {
    fingerprint = socket.getPeerCertificate().fingerprint256
    socket.end()
  })
  await until(() => fingerprint !== '')
  return fingerprint
}

test('a certificate that was renewed is shown without a restart, at the same port', async () => {
  const before = await shown()
  await watch.look()
  expect(await shown()).toBe(before)
  const { cert: ca } = makeCertificate(temporary.dir.root)
  await watch.look()
  expect(await shown()).not.toBe(before)
  expect(await (await fetch(url, { tls: { ca } })).text()).toBe('answered')
  expect(listeners.url()).toBe(url)
  expect(warnings).toEqual([])
})

test('one whose key is still the old one is told once, and taken when both are there', async () => {
  const before = await shown()
  const { key } = makeCertificate(temporary.dir.root)
  await Bun.write(files.key, first.key)
  for (let n = 0; n < 3; n++) await watch.look()
  expect(await shown()).toBe(before)
  expect(warnings).toHaveLength(1)
  await Bun.write(files.key, key)
  await watch.look()
  expect(await shown()).not.toBe(before)
})

test('files that are gone or hold something else leave the one in use', async () => {
  const before = await shown()
  await Bun.write(files.cert, 'nothing')
  await watch.look()
  rmSync(files.cert)
  await watch.look()
  expect(await shown()).toBe(before)
  expect(warnings).toHaveLength(2)
})

test('the same mistake is told again when all was well in between', async () => {
  for (const cert of ['nothing', first.cert, 'nothing']) {
    await Bun.write(files.cert, cert)
    await watch.look()
  }
  expect(warnings).toHaveLength(2)
})

test('at the start, files that do not belong together are refused by name', async () => {
  await Bun.write(files.key, 'nothing')
  expect((await refusalOf(() => readCertificate(files))).message).toContain(files.key)
  rmSync(files.key)
  expect(await codeOf(() => readCertificate(files))).toBe('invalid_request')
})
