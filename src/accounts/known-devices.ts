import { createHmac, timingSafeEqual } from 'node:crypto'
import { nobodysHash } from './password-hash.ts'

/** Accounts that one device is known to: so many share a computer of a shop. The one that signed in longest ago goes. */
const accountsMax = 8

const idBytes = 16
const idForm = /^[\w-]{22}$/
const proofForm = /^[\w-]{43}$/

/*
 * A device is known to an account once it has signed in to it, by a cookie: an id, and for each account a proof, which is
 * the id signed with the hash of that account's password. So nobody else can make one, nothing is stored, and a new
 * password ends them all (source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */

/**
 * The proof in a device's cookie that it has signed in to the account of this hash; undefined when it has not. The work is
 * the same for an account that nobody has.
 */
export function findDeviceProof(
  sent: string | undefined,
  passwordHash: string | null,
): string | undefined {
  const { id, proofs } = readCookie(sent)
  const wanted = proofOf(id, passwordHash || nobodysHash)
  const found = proofs.find((proof) => isSame(proof, wanted))
  // Anybody can sign with the hash that nobody has.
  return passwordHash ? found : undefined
}

/** The cookie of a device that has signed in to one more account. */
export function rememberedDevice(sent: string | undefined, passwordHash: string): string {
  const { id, proofs } = readCookie(sent)
  const proof = proofOf(id, passwordHash)
  const others = proofs.filter((other) => other !== proof)
  return [id, proof, ...others].slice(0, 1 + accountsMax).join('.')
}

/**
 * What is no cookie of ours counts as a new device. What has not the form of a proof is left out: the parts stand in the
 * answer's header again, and anybody can send anything.
 */
function readCookie(sent = ''): { id: string; proofs: string[] } {
  const [id = '', ...proofs] = sent.split('.').slice(0, 1 + accountsMax)
  if (idForm.test(id)) return { id, proofs: proofs.filter((proof) => proofForm.test(proof)) }
  return { id: base64url(crypto.getRandomValues(new Uint8Array(idBytes))), proofs: [] }
}

function proofOf(id: string, passwordHash: string): string {
  return base64url(createHmac('sha256', passwordHash).update(`device ${id}`).digest())
}

function isSame(sent: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
