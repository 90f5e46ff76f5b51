import { type CodeReader, openCodeReader } from './codes.ts'
import { type OcrEngine, openOcr } from './ocr/engine.ts'
import { type IndicReader, openIndic } from './ocr/indic-reader.ts'
import type { IndicLanguage } from './ocr/indic-languages.ts'
import type { IndicReaders } from './ocr/read-indic.ts'

/** What reads pictures, each started when it is needed first. */
export type Engines = {
  codes(): Promise<CodeReader>
  ocr(): Promise<OcrEngine>
  readonly indic: IndicReaders
}

/** `languages`: what is read in pictures beside English. */
export function engines(languages: readonly IndicLanguage[]): Engines {
  let codeReader: Promise<CodeReader> | undefined
  let ocrEngine: Promise<OcrEngine> | undefined
  const indicReaders = new Map<IndicLanguage, Promise<IndicReader>>()
  return {
    codes: async () => await (codeReader ??= openCodeReader()),
    async ocr() {
      // What was unpacked before is not kept beside the networks: both together are most of the memory there is.
      if (ocrEngine === undefined) Bun.gc(true)
      return await (ocrEngine ??= openOcr())
    },
    indic: {
      languages,
      async reader(language) {
        if (indicReaders.size === 0) Bun.gc(true)
        return await indicReaders.getOrInsertComputed(language, () => openIndic(language))
      },
    },
  }
}
