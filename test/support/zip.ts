/** A ZIP archive of empty files. */
export function zipOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const files = names.map((name) =>
    Buffer.concat([record('PK\x03\x04', 30, 26, name.length), Buffer.from(name)]),
  )
  const offset = files.reduce((sum, file) => sum + file.length, 0)
  const entries = names.map((name) =>
    Buffer.concat([record('PK\x01\x02', 46, 28, name.length), Buffer.from(name)]),
  )
  const end = record('PK\x05\x06', 22, 10, names.length)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files, ...entries, end]))
}

function record(signature: string, length: number, at: number, value: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.write(signature, 'latin1')
  bytes.writeUInt16LE(value, at)
  return bytes
}
