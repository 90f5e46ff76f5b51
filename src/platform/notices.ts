import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedDir } from './embedded.ts'
import { readUnpackedText } from './unpack.ts'
import { engineNotices, modelsNotice } from './engine-notices.ts'

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
  const models = readFileSync(join(root, 'src/platform/reading/models/LICENSE'), 'utf8')
  const sections = [
    runtimeNotices,
    ...engineNotices,
    `${modelsNotice}\n\n${models.trim()}`,
    ...packages.map(describePackage),
  ]
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Each package that ships, direct or not. */
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

/** A package's folder as Node's resolution finds it: the nearest `node_modules`, going up from `folder`. */
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

/** Name, version, licence, and every licence file once (bundled scripts bring files of their own, often the same text). */
function describePackage({ folder, manifest }: Package): string {
  const texts = readdirSync(folder)
    .filter((file) => /(^|[.-])(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'no licence named'})`
  const body = texts.length > 0 ? [...new Set(texts)] : ['The package carries no licence text.']
  return [title, ...body].join('\n\n')
}
