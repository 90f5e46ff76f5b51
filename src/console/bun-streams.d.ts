/** Methods that Bun's streams have and a browser's lack. Bun's own types declare them only if the browser's types are absent. */
interface ReadableStream {
  text(): Promise<string>
  json(): Promise<unknown>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}
