/** Reads the barcode of a picture, in a thread of its own: its engine is loaded when somebody first scans. */
export type BarcodeReader = {
  /** The first barcode that is seen; null where there is none. */
  read(image: ImageData): Promise<string | null>
  stop(): void
}

/** The worker's file: its name has a hash in it. */
function workerAddress(): string {
  const address = document.querySelector<HTMLMetaElement>('meta[name="barcode-worker"]')?.content
  if (address === undefined) throw new Error('The page names no reader of barcodes.')
  return address
}

export function openBarcodeReader(): BarcodeReader {
  const worker = new Worker(workerAddress(), { type: 'module' })
  let answer: ((text: string | null) => void) | undefined
  const tell = (text: string | null) => answer?.(text)
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => tell(data))
  worker.addEventListener('error', () => tell(null))
  return {
    read(image) {
      const { promise, resolve } = Promise.withResolvers<string | null>()
      answer = resolve
      worker.postMessage(image, [image.data.buffer])
      return promise
    },
    stop: () => worker.terminate(),
  }
}
