import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { loadAuthority } from '../../../src/platform/certificates/shop-certificates.ts'
import { temporaryDir } from '../../support/temporary-database.ts'
import { daybookCommand } from '../run-daybook.ts'

/** Each starts the program: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const folder = temporaryDir()
const root = join(folder.dir.root, 'root.crt')
const trusting = { NODE_EXTRA_CA_CERTS: root }

afterAll(() => folder[Symbol.dispose]())

test('a bridge says what to do about a certificate of Daybook’s own making, also where its root is trusted', async () => {
  for (const env of [{}, trusting]) {
    expect(await pairing(['localhost', '127.0.0.1'], env)).toContain('a certificate of your own')
  }
})

test('a bridge connects by a name whose root it is told of', async () => {
  expect(await pairing(['localhost'], trusting)).toBe('Daybook: This code does not work.')
})

/** What "bridge pair" says on stderr when it asks a server for keys whose certificate has these names. */
async function pairing(names: string[], env: Record<string, string>): Promise<string> {
  const { makeAuthority, signServerCertificate } = await loadAuthority()
  const authority = await makeAuthority('shop', Date.now())
  await Bun.write(root, authority.certificate)
  using server = Bun.serve({
    hostname: 'localhost',
    port: 0,
    tls: await signServerCertificate(authority, names, Date.now()),
    fetch: () => Response.json({ error: 'This code does not work.' }, { status: 403 }),
  })
  const to = join(folder.dir.root, 'files')
  const at = ['--daybook', `https://localhost:${server.port}`, '--data', folder.dir.root]
  const pair = ['bridge', 'pair', 'folder', '--to', to, '--as', 'zoho', ...at]
  const child = Bun.spawn([...daybookCommand, ...pair], {
    env: { ...process.env, ...env },
    stdin: new TextEncoder().encode('ABCD-EFGH\n'),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  return (await child.stderr.text()).trim()
}
