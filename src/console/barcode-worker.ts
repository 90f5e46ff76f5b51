import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import engine from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' }

/* Reads barcodes in a worker, because the page itself may not run WebAssembly (see the policy of this file). */

/** The kinds of barcodes on goods, and those that shops print themselves. */
const options: ReaderOptions = {
  formats: ['EAN-13', 'EAN-8', 'UPC-A', 'UPC-E', 'Code128', 'Code39', 'ITF', 'QRCode'],
  maxNumberOfSymbols: 1,
}

prepareZXingModule({ overrides: { locateFile: () => engine } })

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  void readBarcodes(data, options).then(
    ([found]) => postMessage(found?.text ?? null),
    () => postMessage(null),
  )
})
