// What is inside the executable, for machines: a CycloneDX document with the licence and the hash of each part.
import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import lock from '../../bun.lock'
import manifest from '../../package.json'
import {
  engineNotices,
  modelsNotice,
  productionPackages,
  type Package,
} from '../../src/platform/notices.ts'
import { packed, sharedEngine } from '../build.ts'

const root = join(import.meta.dir, '../..')
const modelsDir = 'src/reader/pages/models'

const licences = new Contrib.License.Factories.LicenseFactory(() => undefined)

/** CycloneDX 1.6 as JSON; the same text for the same sources. `madeAt`: milliseconds since the epoch. */
export function sbomText(madeAt: number): string {
  const bom = new Models.Bom()
  bom.metadata.timestamp = new Date(madeAt)
  const daybook = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    version: manifest.version,
    bomRef: manifest.name,
    licenses: licencesOf(manifest.license),
  })
  bom.metadata.component = daybook
  for (const part of [...runtime(), ...engines(), ...files(), ...packages()]) {
    bom.components.add(part)
    daybook.dependencies.add(part.bomRef)
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  const serializer = new Serialize.JsonSerializer(factory)
  return serializer.serialize(bom, { sortLists: true, space: 2 })
}

function runtime(): Models.Component[] {
  using database = new Database(':memory:')
  const sqlite = database.query<{ version: string }, []>('SELECT sqlite_version() AS version').get()
  return [
    component('Bun', Bun.version, 'MIT', 'https://bun.com', Enums.ComponentType.Platform),
    component('SQLite', sqlite?.version ?? '', 'blessing', 'https://sqlite.org'),
  ]
}

/** Each from the first lines of its notice: `ONNX Runtime 1.30.0 (MIT)`, then where it comes from. */
function engines(): Models.Component[] {
  return [...engineNotices, modelsNotice].map((notice) => {
    const [title = '', page = ''] = notice.split('\n')
    const {
      name = '',
      version,
      licence = '',
    } = /^(?<name>.+?)(?: (?<version>\d+\.\d[\d.]*))? \((?<licence>[^)]+)\)$/.exec(title)?.groups ??
    {}
    if (name === '')
      throw new Error(`This notice does not begin with a name and a licence: ${title}`)
    const [url = ''] = page.split(',')
    return component(name, version, licence.replaceAll(' and ', ' AND '), url)
  })
}

/** Engines as WebAssembly and networks, as they are in the packages and in the sources. */
function files(): Models.Component[] {
  const wasm = [...packed, sharedEngine]
    .filter(({ from }) => /\.(wasm|gz)$/.test(from))
    .map(({ from }) => fileOf(from, join('node_modules', from)))
  const models = [...new Bun.Glob('*.{gz,txt}').scanSync({ cwd: join(root, modelsDir) })]
  return [...wasm, ...models.map((name) => fileOf(name, join(modelsDir, name)))]
}

function fileOf(name: string, path: string): Models.Component {
  const isModel = /\.(gz|txt)$/.test(name)
  const kind = isModel ? Enums.ComponentType.MachineLearningModel : Enums.ComponentType.File
  const bytes = readFileSync(join(root, path))
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  return new Models.Component(kind, name, {
    bomRef: name,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], sha256]]),
    ...(isModel ? { licenses: licencesOf('Apache-2.0') } : {}),
  })
}

function packages(): Models.Component[] {
  const integrity = readIntegrity()
  const named = new Map<string, Package['manifest']>()
  for (const { manifest: own } of productionPackages(root))
    named.set(`${own.name}@${own.version}`, own)
  return [...named].map(([id, { name, version, license }]) => {
    const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
    const hash = integrity.get(id)
    if (hash === undefined) throw new Error(`bun.lock knows no hash of ${id}.`)
    return new Models.Component(Enums.ComponentType.Library, plain ?? name, {
      version,
      bomRef: id,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-512'], hash]]),
      licenses: licencesOf(license),
      ...(group === undefined ? {} : { group }),
    })
  })
}

/** The hash that the registry gave for each package, in hexadecimal, by `name@version`. */
function readIntegrity(): Map<string, string> {
  return new Map(
    Object.values(lock.packages).map(([id, , , integrity]) => [
      id,
      Buffer.from(String(integrity).replace('sha512-', ''), 'base64').toString('hex'),
    ]),
  )
}

function component(
  name: string,
  version: string | undefined,
  licence: string,
  url: string,
  kind = Enums.ComponentType.Library,
): Models.Component {
  const page = new Models.ExternalReference(url, Enums.ExternalReferenceType.Website)
  return new Models.Component(kind, name, {
    bomRef: name,
    licenses: licencesOf(licence),
    externalReferences: new Models.ExternalReferenceRepository([page]),
    ...(version === undefined ? {} : { version }),
  })
}

function licencesOf(text: string | undefined): Models.LicenseRepository {
  return new Models.LicenseRepository(text === undefined ? [] : [licences.makeFromString(text)])
}
