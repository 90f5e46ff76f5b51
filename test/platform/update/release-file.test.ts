import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFile } from '../../../src/platform/disk/durable.ts'
import {
  publicKeyText,
  signatureText,
  askVersion,
  requireNewer,
  requireReleaseFile,
} from '../../../src/platform/update/release-file.ts'

const pem = newKey()
const publicKey = publicKeyText(pem)
const name = 'daybook-0.2.0-linux-x64'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-release-file-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
}

/** A program that says its version, with the list that names it, signed with a key. */
async function release({ key = pem }: { key?: string | undefined } = {}): Promise<string> {
  const file = join(folder, name)
  writeFileSync(file, '#!/bin/sh\necho \'{"version":"0.2.0"}\'\n')
  chmodSync(file, 0o755)
  const sums = `${(await hashFile(file)).sha256}  ${name}\n`
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  const signature = signatureText(key, new TextEncoder().encode(sums), 'Daybook 0.2.0')
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signature)
  return file
}

describe('a Daybook that knows a key', () => {
  const trust = { publicKey, acceptsUnsigned: false }

  test('takes what was signed with it', async () => {
    const file = await release()
    expect(await requireReleaseFile(file, trust)).toMatchObject({ file })
    expect(await askVersion(file, name)).toBe('0.2.0')
  })

  test('refuses what another signed, also when somebody says that it may be unsigned', async () => {
    const file = await release({ key: newKey() })
    const reckless = { publicKey, acceptsUnsigned: true }
    expect(requireReleaseFile(file, reckless)).rejects.toThrow('another key')
  })

  test('refuses what nobody signed', async () => {
    const file = await release()
    rmSync(join(folder, 'SHA256SUMS.minisig'))
    expect(requireReleaseFile(file, trust)).rejects.toThrow('SHA256SUMS.minisig is missing')
  })

  test('refuses a list that was changed after it was signed', async () => {
    const file = await release()
    writeFileSync(file, 'echo something else')
    const { sha256 } = await hashFile(file)
    writeFileSync(join(folder, 'SHA256SUMS'), `${sha256}  ${name}\n`)
    expect(requireReleaseFile(file, trust)).rejects.toThrow('does not belong')
  })

  test('refuses a program that the list does not name', async () => {
    const file = await release()
    writeFileSync(file, 'echo something else')
    expect(requireReleaseFile(file, trust)).rejects.toThrow('was changed')
  })

  test('never runs what lies where others may change it', async () => {
    const file = await release()
    writeFileSync(file, `#!/bin/sh\ntouch ${join(folder, 'was-run')}\n`)
    const sums = `${(await hashFile(file)).sha256}  ${name}\n`
    writeFileSync(join(folder, 'SHA256SUMS'), sums)
    await requireReleaseFile(file, { publicKey: undefined, acceptsUnsigned: true })
    expect(await Bun.file(join(folder, 'was-run')).exists()).toBe(false)
  })
})

describe('a Daybook without a key', () => {
  test('compares hashes alone when somebody says that it may', async () => {
    const file = await release()
    const accepting = { publicKey: undefined, acceptsUnsigned: true }
    expect(await requireReleaseFile(file, accepting)).toMatchObject({ file })
    const asking = { publicKey: undefined, acceptsUnsigned: false }
    expect(requireReleaseFile(file, asking)).rejects.toThrow('--unsigned')
  })
})

describe('a version', () => {
  test('is newer by number, not by letter', () => {
    expect(() => requireNewer('0.10.0', '0.9.0')).not.toThrow()
  })

  test.each([
    ['0.1.0', 'already'],
    ['0.0.9', 'older'],
  ])('%s is no update of 0.1.0', (version, word) => {
    expect(() => requireNewer(version, '0.1.0')).toThrow(word)
  })
})
