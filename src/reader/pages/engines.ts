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

/** `languages`: what is read in pictures beside English. `onStep` is called before each piece of work of an engine. */
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
      // What was unpacked before is not kept beside the networks: both together are most of the memory there is.
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
