import { toNfc } from '../../../platform/text.ts'

/**
 * The last part of a path as it names a product: percent-encoding in any case is decoded once, and the text is in NFC.
 * Undefined for an encoding that is none.
 */
export function slugOfPath(url: string): string | undefined {
  const path = /^[^?#]*/.exec(url)?.[0] ?? ''
  const last = /([^/]+)\/?$/.exec(path)?.[1] ?? ''
  try {
    return toNfc(decodeURIComponent(last))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
