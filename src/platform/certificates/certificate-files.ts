import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** How often the files are looked at: what renews a certificate does so weeks before the old one ends. */
const lookEveryMs = 60_000

/** Where a certificate, with those that vouch for it, and its key are. */
type CertificateFiles = { cert: string; key: string }

/** What is in the files: PEM. */
export type Certificate = { cert: string; key: string }

/** Throws AppError `invalid_request` for files that cannot be read, or do not belong together. */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = readFile(files.cert)
  const key = readFile(files.key)
  if (isPair(cert, key)) return { cert, key }
  throw new AppError(
    'invalid_request',
    `${files.cert} and ${files.key} are not a certificate and its key: both must be PEM, and the key without a password.`,
  )
}

/**
 * Looks now and then whether the files hold another certificate, and has it taken. One that cannot be used, as while only
 * one of the files is new, is told once, and again when it comes back; the one in use stays.
 */
export function watchCertificate(watch: {
  files: CertificateFiles
  inUse: Certificate
  take: (found: Certificate) => Promise<void>
  log: Log
}) {
  const { files, take, log } = watch
  let { inUse } = watch
  let told = ''
  const use = async (found: Certificate) => {
    await take(found)
    inUse = found
    log.info(`The certificate in ${files.cert} has changed, and is used from now on.`)
  }
  const look = async () => {
    try {
      const found = readCertificate(files)
      if (found.cert !== inUse.cert || found.key !== inUse.key) await use(found)
      told = ''
    } catch (error) {
      const problem = String(error)
      if (problem !== told) log.warn('The certificate that changed is not used.', { error })
      told = problem
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  return { look, stop: () => clearInterval(timer) }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    throw new AppError('invalid_request', `${file} cannot be read: ${reason}.`)
  }
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    // One of the two is something else.
    return false
  }
}
