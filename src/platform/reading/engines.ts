import { type CodeReader, openCodeReader } from './codes.ts'
import { type OcrEngine, openOcr } from './ocr/engine.ts'

/** What reads pictures, each started when it is needed first. */
export type Engines = {
  codes(): Promise<CodeReader>
  ocr(): Promise<OcrEngine>
}

export function engines(): Engines {
  let codeReader: Promise<CodeReader> | undefined
  let ocrEngine: Promise<OcrEngine> | undefined
  return {
    codes: async () => await (codeReader ??= openCodeReader()),
    async ocr() {
      // What was unpacked before is not kept beside the networks: both together are most of the memory there is.
      if (ocrEngine === undefined) Bun.gc(true)
      return await (ocrEngine ??= openOcr())
    },
  }
}
