// The keys and commands that sign a release come from environment variables. No key is ever in the sources.
import { readFileSync, renameSync } from 'node:fs'
import { publicKeyText, signatureText } from '../../src/platform/update/release-file.ts'

/** Names a file with a private key of Ed25519 (PKCS#8, as `openssl genpkey -algorithm ed25519` writes it). */
const keyVariable = 'DAYBOOK_RELEASE_KEY'

/** Commands that sign a program, with `{in}` and `{out}` in the place of the files: osslsigncode, rcodesign, a service. */
const commandVariables = { windows: 'DAYBOOK_SIGN_WINDOWS', darwin: 'DAYBOOK_SIGN_MACOS' }

/** The public key that the executables trust, as text. Undefined if no key is given. */
export function releasePublicKey(): string | undefined {
  const pem = readKey()
  return pem === undefined ? undefined : publicKeyText(pem)
}

/** The signature of a text. Undefined if no key is given. */
export function signText(content: string, comment: string): string | undefined {
  const pem = readKey()
  return pem === undefined
    ? undefined
    : signatureText(pem, new TextEncoder().encode(content), comment)
}

/** Signs a program in place. Returns whether there is a command for it. Throws if the command fails. */
export function signProgram(file: string, system: keyof typeof commandVariables): boolean {
  const command = process.env[commandVariables[system]] ?? ''
  if (command === '') return false
  const signed = `${file}.signed`
  const words = command
    .split(' ')
    .map((word) => (word === '{in}' ? file : word === '{out}' ? signed : word))
  const ran = Bun.spawnSync(words, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (!ran.success) throw new Error(`${commandVariables[system]} failed: ${file} was not signed.`)
  renameSync(signed, file)
  return true
}

function readKey(): string | undefined {
  const file = process.env[keyVariable] ?? ''
  return file === '' ? undefined : readFileSync(file, 'utf8')
}
