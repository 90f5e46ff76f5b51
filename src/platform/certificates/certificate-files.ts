import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'

/** How often the files are checked: programs renew a certificate weeks before the old one ends. */
const lookEveryMs = 60_000

/** The paths of a certificate, with its chain, and of its key. */
type CertificateFiles = { cert: string; key: string }

/** The content of the files, as PEM. */
export type Certificate = { cert: string; key: string }

/** Throws AppError `invalid_request` when the files cannot be read, or do not belong together. */
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
 * Checks the files regularly and passes on a new certificate. An unusable one, for example while only one file is new, is reported once,
 * and again if it returns. The current certificate stays in use.
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
    // One of the two files is something else.
    return false
  }
}
