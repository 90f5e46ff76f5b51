import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPairing } from '../../../src/bridge/pairing.ts'
import { type FakeTally, openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { sampleMappings } from '../../support/bridge.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { signedIn } from '../../console/api/browser.ts'
import { runDaybook } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let shop: Shop
let tally: FakeTally
let folder: string
let mappings: string

beforeAll(async () => {
  shop = await openShop()
  tally = await openFakeTally()
  folder = join(shop.dir.root, 'bridge')
  mappings = join(shop.dir.root, 'mappings.json')
  writeFileSync(mappings, JSON.stringify(sampleMappings))
  const { key } = await shop.addKey({
    email: owner,
    scopes: ['scans:import'],
    allUsers: true,
  })
  const at = ['--tally', tally.url, '--daybook', shop.url]
  const { code, stderr } = await typing(key, 'pair', 'tally', ...at)
  if (code !== 0) throw new Error(stderr)
})

afterAll(async () => {
  tally.close()
  await shop.close()
})

const bridge = (...words: string[]) => typing('', ...words)

/** With what is typed when it is asked for. */
const typing = (typed: string, ...words: string[]) =>
  runDaybook(['bridge', ...words, '--data', shop.dir.root], `${typed}\n`)

test('a bridge gets its keys for a code of the console, once, and shows neither', async () => {
  const browser = await signedIn(shop, shop.users.owner)
  const { json } = await browser.post('/books/pair')
  const given = ['pair', 'tally', '--tally', tally.url, '--daybook', shop.url]
  const elsewhere = join(shop.dir.root, 'by-code')
  const typed = String(json['code']).toLowerCase().replace('-', ' ')
  const { code, stdout, stderr } = await typing(typed, ...given, '--bridge-data', elsewhere)
  expect([code, stderr]).toEqual([0, ''])
  const { scanKey, ordersKey = '' } = await readPairing(elsewhere)
  expect(ordersKey).toStartWith('dbk_')
  expect(stdout).not.toContain(scanKey)
  const again = await typing(typed, ...given, '--bridge-data', elsewhere)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('was used')])
})

test('a code is not used, and no key made, where the bridge could not keep the keys', async () => {
  const browser = await signedIn(shop, shop.users.owner)
  const countKeys = async () => (await browser.get('/keys')).text.split('"prefix"').length
  const { json } = await browser.post('/books/pair')
  const before = await countKeys()
  const file = join(shop.dir.root, 'no-folder')
  writeFileSync(file, '')
  const given = ['pair', 'tally', '--tally', tally.url, '--daybook', shop.url]
  const inFile = ['--bridge-data', join(file, 'bridge')]
  expect((await typing(String(json['code']), ...given, ...inFile)).code).toBe(1)
  expect(await countKeys()).toBe(before)
  const inFolder = ['--bridge-data', join(shop.dir.root, 'folder')]
  expect((await typing(String(json['code']), ...given, ...inFolder)).code).toBe(0)
  expect(await countKeys()).toBe(before + 2)
})

test('"bridge pair" takes no key as an argument, and says what to do instead', async () => {
  const given = ['pair', 'tally', '--tally', tally.url, '--daybook', shop.url]
  for (const option of ['--key', '--orders-key']) {
    const { code, stdout, stderr } = await bridge(...given, option, shop.keys.owner)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('under Books')
    expect(stderr).not.toContain(shop.keys.owner)
  }
  expect((await bridge('pair', '--help')).stdout).not.toMatch(/--(orders-)?key/)
})

test('the bridge seals its keys, also those that an older Daybook wrote, with a key beside them', async () => {
  const file = join(folder, 'pairing.json')
  const pairing = await readPairing(folder)
  expect(readFileSync(file, 'utf8')).not.toContain('dbk_')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ company: pairing.company })
  if (process.platform !== 'win32') {
    expect(statSync(join(folder, 'secret.key')).mode & 0o77).toBe(0)
  }
  writeFileSync(file, JSON.stringify(pairing), { mode: 0o600 })
  expect(await readPairing(folder)).toEqual(pairing)
  expect((await bridge('run', '--dry-run', '--mappings', mappings)).code).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toContain('dbk_')
  expect(await readPairing(folder)).toEqual(pairing)
})

test('the bridge says what to do when the key beside the keys is gone', async () => {
  const elsewhere = join(shop.dir.root, 'moved')
  mkdirSync(elsewhere)
  copyFileSync(join(folder, 'pairing.json'), join(elsewhere, 'pairing.json'))
  const { code, stderr } = await bridge('status', '--bridge-data', elsewhere)
  expect([code, stderr]).toEqual([1, expect.stringContaining('Pair the books anew')])
})
