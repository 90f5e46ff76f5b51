import { join } from 'node:path'
import { readCertificate } from '../../src/platform/certificates/certificate-files.ts'

/** A certificate for 127.0.0.1 that signs itself, good for two days, in `cert.pem` and `key.pem` of a folder. */
export function makeCertificate(folder: string) {
  const openssl = Bun.which('openssl')
  if (openssl === null) throw new Error('This test needs the program openssl: install it first.')
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const input = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' ')
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
  const made = Bun.spawnSync([
    openssl,
    ...input,
    ...names,
    '-keyout',
    files.key,
    '-out',
    files.cert,
  ])
  if (!made.success) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`)
  return { files, ...readCertificate(files) }
}
