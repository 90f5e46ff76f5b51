import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedDir } from '../../../platform/embedded.ts'
import { readUnpacked } from '../../../platform/unpack.ts'

/** A table of numbers with its size along each axis. */
type Numbers = { readonly values: Float32Array; readonly sizes: readonly number[] }

/** A neural network: a table in, a table out. */
export type Network = (input: Numbers) => Promise<Numbers>

export type OcrEngine = {
  /** A picture of [1, 3, height, width] to a map of [1, 1, height, width]: where there is text. */
  readonly detector: Network
  /** Lines of [lines, 3, 48, width] to [lines, places, classes]: how likely each class is at each place. */
  readonly recogniser: Network
  /** The same by a network that takes five times as long and reads more: it is loaded when it is asked for first. */
  careful(): Promise<Network>
  /** What each class of a recogniser stands for; the first stands for nothing. */
  readonly classes: readonly string[]
}

/** The networks that read text, 0.6 s and 150 MB: only for a process of its own. */
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
  // Only here: it is large, and nothing else needs it. Its main entry would look for files beside itself.
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web/wasm')
  const wasm = readUnpacked(join(embeddedDir('onnxruntime'), 'ort-wasm-simd-threaded.wasm'))
  env.wasm.wasmBinary = wasm.buffer
  // Its threads need files beside it, and one processor is left to the server.
  env.wasm.numThreads = 1
  env.logLevel = 'error'
  return {
    async load(name: string): Promise<Network> {
      const bytes = readUnpacked(join(embeddedDir('reading-models'), name))
      const session = await InferenceSession.create(bytes, {
        executionProviders: ['wasm'],
        // A quarter of the time went into a function whose approximation differs by less than a thousandth.
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

/** None, the characters in the order in which the recognisers were cut, and a space. */
function classes(): string[] {
  const text = readFileSync(join(embeddedDir('reading-models'), 'characters.txt'), 'utf8')
  return ['', ...Array.from(text.trim()), ' ']
}
