import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedDir, readUnpacked } from '../../../platform/embedded.ts'

/** A table of numbers, and its size along each axis. */
type Numbers = { readonly values: Float32Array; readonly sizes: readonly number[] }

/** A neural network takes a table and returns a table. */
export type Network = (input: Numbers) => Promise<Numbers>

export type OcrEngine = {
  /** From a picture [1, 3, height, width] to a map [1, 1, height, width] that shows where text is. */
  readonly detector: Network
  /** From lines [lines, 3, 48, width] to [lines, places, classes]: the probability of each class at each place. */
  readonly recogniser: Network
  /** A network that takes five times as long as `recogniser` and reads more. It is loaded at its first use. */
  careful(): Promise<Network>
  /** The character that each class of a recogniser stands for. The first class is no character. */
  readonly classes: readonly string[]
}

/** Loads the networks that read text: 0.6 s and 150 MB. Use it only in a process of its own. */
export async function openOcr(): Promise<OcrEngine> {
  const runtime = await startRuntime()
  let careful: Promise<Network> | undefined
  return {
    detector: await runtime.load('detector.onnx.gz'),
    recogniser: await runtime.load('recogniser.onnx.gz'),
    careful: async () => await (careful ??= runtime.load('recogniser-careful.onnx.gz')),
    classes: classes(),
  }
}

async function startRuntime() {
  // Imported here because it is large and nothing else needs it. The package's main entry would look for files beside itself.
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm')
  const wasm = readUnpacked(join(embeddedDir('onnxruntime'), 'ort-wasm-simd-threaded.wasm'))
  env.wasm.wasmBinary = wasm.buffer
  // Threads would need files beside the package. One thread also leaves a processor to the server.
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  return {
    async load(name: string): Promise<Network> {
      const bytes = readUnpacked(join(embeddedDir('reading-models'), name))
      const session = await InferenceSession.create(bytes, {
        executionProviders: ['wasm'],
        // This approximation saves a quarter of the time. Results differ by less than a thousandth.
        extra: { optimization: { enable_gelu_approximation: '1' } },
      })
      const [input = ''] = session.inputNames
      const [output = ''] = session.outputNames
      return async ({ values, sizes }) => {
        const answer = await session.run({ [input]: new Tensor('float32', values, sizes) })
        const told = answer[output]
        if (told === undefined || !(told.data instanceof Float32Array)) {
          throw new Error('A network answered no numbers.')
        }
        return { values: told.data, sizes: told.dims }
      }
    },
  }
}

/** No character, then the characters in the order in which the recognisers were cut, then a space. */
function classes(): string[] {
  const text = readFileSync(join(embeddedDir('reading-models'), 'characters.txt'), 'utf8')
  return ['', ...Array.from(text.trim()), ' ']
}
