import { InvalidArgumentError } from 'commander'

/** Tally's default address. */
export const tallyUrl = 'http://127.0.0.1:9000'

/** Reads an address and removes slashes at its end. */
export function urlOf(text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new InvalidArgumentError('It is an address that begins with http:// or https://.')
}
