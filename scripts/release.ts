// Makes all files of a release in `dist/release`: `bun run release`. Builds for all systems on this machine. Needs the package registry
// once, for Bun's programs. `--only linux-x64,windows-x64` makes some, `--once` leaves out the second build.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../package.json'
import { thirdPartyNotices } from '../src/platform/notices.ts'
import { hashFile } from '../src/platform/disk/durable.ts'
import { compile, gatherAssets } from './build.ts'
import { requireOwnResources } from './release/windows-runtime.ts'
import { buildElsewhere } from './release/build-elsewhere.ts'
import { type Architecture, makeDebianPackage } from './release/debian-package.ts'
import { containerfile, homebrewFormula } from './release/recipes.ts'
import { makeInstaller } from './release/windows-installer.ts'
import { sbomText } from './release/sbom.ts'
import { releasePublicKey, signProgram, signText } from './release/sign.ts'
import { readSignature } from './release/sign-mach-o.ts'
import { executableOf, isTarget, releaseName, targets, type Target } from './release/targets.ts'

const root = join(import.meta.dir, '..')
const folder = join(root, 'dist/release')
const { version } = manifest
const release = releaseName(version, releasePublicKey())
const noticesName = 'third-party-notices.txt'

const architectures: ReadonlyMap<Target, Architecture> = new Map([
  ['linux-x64', 'amd64'],
  ['linux-arm64', 'arm64'],
])

await main()

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, once: { type: 'boolean' } } })
  const chosen = values.only === undefined ? targets : values.only.split(',').filter(isTarget)
  if (chosen.length === 0)
    throw new Error(`There is no such target. There are ${targets.join(', ')}.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await buildAll(chosen)
  if (values.once !== true) await requireSameElsewhere(chosen)
  for (const target of chosen) sign(target)
  writeFileSync(join(folder, `daybook-${version}.cdx.json`), sbomText(lastCommitAt()))
  writeFileSync(join(folder, noticesName), thirdPartyNotices())
  for (const target of chosen) pack(target)
  writeFileSync(join(folder, 'Containerfile'), containerfile(release))
  await writeFormula(chosen)
  await writeSums()
}

/** The package that people install on a system instead of the bare program. Says so if the tool for it is missing. */
function pack(target: Target): void {
  const program = join(folder, executableOf(target, release))
  const notices = join(folder, noticesName)
  const architecture = architectures.get(target)
  if (target === 'windows-x64' && hasTool('makensis', 'nsis')) {
    const outfile = program.replace('.exe', '-setup.exe')
    makeInstaller({ program, notices, outfile })
    signProgram(outfile, 'windows')
  }
  if (architecture !== undefined && hasTool('dpkg-deb', 'dpkg')) {
    const outfile = join(folder, `daybook_${release}_${architecture}.deb`)
    makeDebianPackage({ program, architecture, notices, outfile }, lastCommitAt() / 1000)
  }
}

function hasTool(name: string, debianPackage: string): boolean {
  if (Bun.which(name) !== null) return true
  console.log(
    `${name} is not installed here (Debian: ${debianPackage}): what it makes is left out.`,
  )
  return false
}

async function writeFormula(chosen: readonly Target[]): Promise<void> {
  const hashes = new Map<string, string>()
  for (const target of chosen) {
    const name = executableOf(target, release)
    hashes.set(name, (await hashFile(join(folder, name))).sha256)
  }
  // Releases have no address of their own yet. Whoever publishes a release gives its address. Otherwise the files lie beside the formula.
  const home = process.env['DAYBOOK_RELEASE_URL'] ?? 'file://#{__dir__}'
  writeFileSync(join(folder, 'daybook.rb'), homebrewFormula({ home, release }, hashes))
}

async function buildAll(chosen: readonly Target[]): Promise<void> {
  await gatherAssets()
  for (const target of chosen) {
    const file = join(folder, executableOf(target, release))
    await compile(file, `bun-${target}`, trustFlags())
    requireOwn(target, file)
  }
}

/** Throws if the system would not accept the file. */
function requireOwn(target: Target, file: string): void {
  if (target.startsWith('windows')) requireOwnResources(file)
  if (!target.startsWith('darwin')) return
  const { pages, wrongPages } = readSignature(readFileSync(file))
  if (wrongPages > 0) throw new Error(`${wrongPages} pages of ${file} are not as it was signed.`)
  console.log(`${target}: signed ad hoc, ${pages} pages compared.`)
}

/** The flags with the key by which a built Daybook checks the next release. */
function trustFlags(): string[] {
  const key = releasePublicKey()
  return key === undefined ? [] : [`--define=DAYBOOK_PUBLIC_KEY=${JSON.stringify(key)}`]
}

/** Throws if a second build of the same commit in another place gives other bytes. */
async function requireSameElsewhere(chosen: readonly Target[]): Promise<void> {
  const second = await buildElsewhere(chosen, trustFlags())
  if (second === undefined) {
    console.log('Not built twice: there are changes that are not committed.')
    return
  }
  for (const target of chosen) {
    const { sha256 } = await hashFile(join(folder, executableOf(target, release)))
    if (sha256 !== second.get(target))
      throw new Error(`A second build of ${target} gave other bytes.`)
  }
  console.log(`Built twice, in two places: the same bytes for ${chosen.join(', ')}.`)
}

function sign(target: Target): void {
  const [system = ''] = target.split('-')
  if (system !== 'windows' && system !== 'darwin') return
  const isSigned = signProgram(join(folder, executableOf(target, release)), system)
  if (!isSigned) console.log(`${target}: unsigned${system === 'darwin' ? ' (ad hoc)' : ''}.`)
}

/** Writes the sums in the form of sha256sum, by name. They are signed if there is a key. */
async function writeSums(): Promise<void> {
  const names = [...new Bun.Glob('*').scanSync({ cwd: folder })].toSorted()
  const lines: string[] = []
  for (const name of names) {
    const file = join(folder, name)
    const { sha256 } = await hashFile(file)
    lines.push(`${sha256}  ${name}`)
    console.log(`${(statSync(file).size / 1_000_000).toFixed(1).padStart(7)} MB  ${name}`)
  }
  const sums = `${lines.join('\n')}\n`
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  const signature = signText(sums, `Daybook ${version}`)
  if (signature === undefined) return console.log('SHA256SUMS: unsigned.')
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signature)
  console.log(`SHA256SUMS: signed; the public key is ${releasePublicKey() ?? ''}`)
}

/** The time of the last commit, in milliseconds since the epoch, so that the same sources give the same time. */
function lastCommitAt(): number {
  const git = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], { cwd: root })
  return Number(git.stdout.toString()) * 1000
}
