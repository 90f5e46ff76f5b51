import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseOrNothing } from './json/json.ts'

// The forms of texts that lead somewhere: paths, addresses, names. A text that does not fit its form is refused when somebody sends it, and
// counts as not set in a book from elsewhere.

/** Length of a path, in characters (source: Linux's PATH_MAX). */
const pathLengthMax = 4096

/** Length of a web address, in characters: more than browsers take. */
const addressLengthMax = 2000

/** An absolute path of this or another system (`/srv/bills`, `D:\Bills`, `\\nas\bills`), without `..` and control characters. */
export const pathText = Type.String({
  pattern: String.raw`^(?![^]*[\\/]\.\.(?:[\\/]|$))(?:/|[A-Za-z]:[\\/]|\\\\)[^\u0000-\u001f\u007f]*$`,
  maxLength: pathLengthMax,
})

const host = String.raw`(?:[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?`
const rest = String.raw`(?:/(?!(?:.*/)?\.\.(?:/|$))[\w!$%&'()*+,.:;=?@~/-]*)?`

/** An address to which browsers are redirected. */
export const webAddressText = Type.String({
  pattern: `^https?://${host}${rest}$`,
  maxLength: addressLengthMax,
})

/** The address of an S3 server. Without `http://` or `https://` Daybook uses HTTPS. */
export const serverText = Type.String({
  pattern: `^(?:https?://)?${host}${rest}$`,
  maxLength: addressLengthMax,
})

/** A name below a bucket: it cannot lead out of the bucket or split a header. */
export const prefixText = Type.String({
  pattern: String.raw`^(?!/)(?!(?:[^]*/)?\.{1,2}(?:/|$))[^\\\u0000-\u001f\u007f]*$`,
  maxLength: 1024,
})

const belowFolder = /^(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\:\p{Cc}]+)*$/u

/**
 * Whether a name stays below the folder that it is joined to, on every system: no empty part, no `.` and `..`, no drive, no backslash, no
 * control character.
 */
export function staysBelow(name: string): boolean {
  return belowFolder.test(name)
}

export const bucketText = Type.String({ pattern: String.raw`^[A-Za-z0-9][\w.-]{0,254}$` })

export const regionText = Type.String({ pattern: String.raw`^[\w-]{0,64}$` })

/**
 * The public half of an S3 key. People choose it themselves on their own servers. No slash, because a slash ends the key in a signature.
 */
export const accessKeyText = Type.String({ pattern: String.raw`^[\w.@+=!#$%&*:;^~|-]{1,256}$` })

/** The result of `secrets.seal`, in Base64. */
export const sealedText = Type.String({
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
})

export const sha256Text = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const uuidText = Type.String({ pattern: '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$' })

/** A name in the network by multicast DNS, such as `daybook-2.local`. */
export const localNameText = Type.String({
  pattern: String.raw`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.local$`,
})

/** The value in a JSON text. Undefined for a text that was cut off, or has another form. */
export function readForm<T extends TSchema>(
  schema: T,
  json: string | Uint8Array | undefined,
): Static<T> | undefined {
  const value = parseOrNothing(typeof json === 'string' ? json : new TextDecoder().decode(json))
  return Value.Check(schema, value) ? value : undefined
}
