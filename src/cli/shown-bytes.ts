/** A number of bytes for people: `412 KB`, `3.4 MB`. */
export function shownBytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}
