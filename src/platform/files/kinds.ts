/** How many bytes at the start of a file tell its kind. */
const headBytes = 4096

const signatures: readonly [contentType: string, hex: string][] = [
  ['application/pdf', '255044462d'],
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/gif', '47494638'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  // Office files are ZIP archives (.xlsx) or OLE containers (.xls).
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '504b0304'],
  ['application/vnd.ms-excel', 'd0cf11e0a1b11ae1'],
]

/**
 * The content type of a document judged by its bytes, never by its name: PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, or
 * text (CSV, JSON). Undefined for anything else.
 */
export function documentType(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes)
  const hex = head.subarray(0, 16).toHex()
  const known = signatures.find(([, signature]) => hex.startsWith(signature))
  if (known !== undefined) return known[0]
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'image/webp'
  return isText(head) ? 'text/plain' : undefined
}

function isText(head: Uint8Array): boolean {
  if (head.length === 0 || head.includes(0)) return false
  // `stream`: a character that the cut divides is not an error.
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
