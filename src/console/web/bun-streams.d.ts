/** What Bun's streams have beyond a browser's: its own types say so only where the browser's are absent. */
interface ReadableStream {
  text(): Promise<string>
  json(): Promise<unknown>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
}
