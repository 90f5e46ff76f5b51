import { Secret, TOTP } from 'otpauth'

/** The parameters that every authenticator app knows: six digits that change each half minute (source: RFC 6238, 4). */
const algorithm = 'SHA1'
const digits = 6
const periodSeconds = 30

/** How many half minutes a phone's clock may be off, either way. */
const stepsOff = 1

/** As many bytes as the hash has (source: RFC 4226, 4). */
const secretBytes = 20

/** A new secret, in base32, as people type it into apps. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The text of the QR code for an app. `label`: the user and the shop. */
export function totpUri(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** The half minute, counted from 1970, for which a code is right near a time. Undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const off = totpOf(secret).validate({ token: code, timestamp: now, window: stepsOff })
  return off === null ? undefined : Math.floor(now / 1000 / periodSeconds) + off
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm, digits, period: periodSeconds })
}
