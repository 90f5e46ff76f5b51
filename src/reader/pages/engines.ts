import { type CodeReader, openCodeReader } from './codes.ts'
import { type OcrEngine, openOcr } from './ocr/engine.ts'
import { type IndicReader, openIndic } from './ocr/indic-reader.ts'
import type { IndicLanguage } from './ocr/indic-languages.ts'
import type { IndicReaders } from './ocr/read-indic.ts'

/** The engines that read pictures. Each starts at its first use. */
export type Engines = {
  codes(): Promise<CodeReader>
  ocr(): Promise<OcrEngine>
  readonly indic: IndicReaders
}

/** `languages`: the languages read in pictures beside English. `onStep` runs before each piece of an engine's work. */
export function engines(languages: readonly IndicLanguage[], onStep = () => {}): Engines {
  let codeReader: Promise<CodeReader> | undefined
  let ocrEngine: Promise<OcrEngine> | undefined
  const indicReaders = new Map<IndicLanguage, Promise<IndicReader>>()
  const stepping =
    <Given extends unknown[], Answer>(work: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      onStep()
      return work(...given)
    }
  const openSteppingOcr = async (): Promise<OcrEngine> => {
    const { detector, recogniser, careful, classes } = await openOcr()
    return {
      detector: stepping(detector),
      recogniser: stepping(recogniser),
      careful: async () => stepping(await careful()),
      classes,
    }
  }
  return {
    codes: async () => await (codeReader ??= openCodeReader().then(stepping)),
    async ocr() {
      // Free the unpacked file first: together with the networks it would need most of the memory.
      if (ocrEngine === undefined) Bun.gc(true)
      return await (ocrEngine ??= openSteppingOcr())
    },
    indic: {
      languages,
      async reader(language) {
        if (indicReaders.size === 0) Bun.gc(true)
        return await indicReaders.getOrInsertComputed(language, () =>
          openIndic(language).then(stepping),
        )
      },
    },
  }
}
