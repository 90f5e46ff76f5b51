/** The text of a file that a spreadsheet wrote, and what to tell of it. */
export function decodeText(bytes: Uint8Array): { text: string; notice: string | null } {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe) return read('utf-16le', bytes)
  if (one === 0xfe && two === 0xff) return read('utf-16be', bytes)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notice: null }
  } catch {
    const notice =
      'The file is not UTF-8 and was read as an old Windows file. If letters look wrong below, save it as “CSV UTF-8” in Excel.'
    return { ...read('windows-1252', bytes), notice }
  }
}

function read(encoding: string, bytes: Uint8Array): { text: string; notice: null } {
  return { text: new TextDecoder(encoding).decode(bytes), notice: null }
}
