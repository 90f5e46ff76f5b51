import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** A field of a message in Protocol Buffers: its number, and its value without what says how long it is. */
export type Field = { number: number; type: WireType; value: Uint8Array }

/** Numbers of fields (source: onnx.proto, IR version 10). */
export const model = { graph: 7, metadata: 14 } as const
export const graph = { node: 1, initializer: 5, output: 12, valueInfo: 13 } as const
export const tensor = { dims: 1, dataType: 2, name: 8, rawData: 9 } as const
export const valueInfo = { name: 1, type: 2 } as const
export const dataTypes = { float: 1, float16: 10 } as const

export function fieldsOf(message: Uint8Array): Field[] {
  const reader = new BinaryReader(message)
  const fields: Field[] = []
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag()
    const start = reader.pos
    const value =
      type === WireType.LengthDelimited ? reader.bytes() : skipped(reader, type, message, start)
    fields.push({ number, type, value })
  }
  return fields
}

function skipped(reader: BinaryReader, type: WireType, message: Uint8Array, start: number) {
  reader.skip(type)
  return message.slice(start, reader.pos)
}

export function messageOf(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter()
  for (const { number, type, value } of fields) {
    writer.tag(number, type)
    if (type === WireType.LengthDelimited) writer.bytes(value)
    else writer.raw(value)
  }
  return new Uint8Array(writer.finish())
}

/** A field that holds a message, a text or bytes. */
export function withBytes(number: number, value: Uint8Array | string): Field {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return { number, type: WireType.LengthDelimited, value: bytes }
}

export function withNumber(number: number, value: number): Field {
  return { number, type: WireType.Varint, value: new BinaryWriter().uint32(value).finish() }
}

export function bytesOf(fields: readonly Field[], number: number): Uint8Array {
  return fields.find((field) => field.number === number)?.value ?? new Uint8Array()
}

export function textOf(fields: readonly Field[], number: number): string {
  return new TextDecoder().decode(bytesOf(fields, number))
}

export function numbersOf(fields: readonly Field[], number: number): number[] {
  return fields
    .filter((field) => field.number === number)
    .map(({ value }) => new BinaryReader(value).uint32())
}
