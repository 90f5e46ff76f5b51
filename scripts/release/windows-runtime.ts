import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import manifest from '../../package.json'

/** Windows' numbers for English (United States) and UTF-16. Bun's texts have the same numbers and are replaced. */
const texts = { lang: 1033, codepage: 1200 }

/** Of Windows NT (VOS_NT_WINDOWS32), and a program (VFT_APP). */
const kindOfFile = { fileOS: 0x40004, fileType: 1 }

/** How many times the build tries to download Bun's program, and the pause between two tries in milliseconds. */
const downloadTries = 4
const downloadPauseMs = 10_000

const iconFile = join(import.meta.dir, 'daybook.ico')
const iconType = 3
const iconGroupType = 14
const iconGroup = 1

/**
 * Makes Bun's program for Windows with Daybook's name, version and icon, in `workDir`. Bun itself can write them on Windows
 * only. They are written before Bun appends Daybook, because nothing in the program may move afterwards.
 */
export function windowsRuntime(workDir: string, target: string | undefined): string {
  const file = join(workDir, 'runtime.exe')
  writeFileSync(file, branded(readFileSync(plainRuntime(workDir, target))))
  return file
}

function branded(runtime: Uint8Array): Uint8Array {
  // Bun's signature covers Bun's bytes only, so it is removed.
  const executable = NtExecutable.from(runtime, { ignoreCert: true })
  const resources = NtExecutableResource.from(executable)
  resources.entries = resources.entries.filter(
    ({ type }) => type !== iconType && type !== iconGroupType,
  )
  const icon = Data.IconFile.from(readFileSync(iconFile))
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    iconGroup,
    texts.lang,
    icon.icons.map(({ data }) => data),
  )
  const about = Resource.VersionInfo.create(texts.lang, kindOfFile, [])
  about.setFileVersion(manifest.version)
  about.setProductVersion(manifest.version)
  about.setStringValues(texts, {
    CompanyName: 'Daybook',
    FileDescription: 'Daybook',
    FileVersion: manifest.version,
    InternalName: 'daybook',
    LegalCopyright: 'MIT licence; "daybook licenses" lists what is inside',
    OriginalFilename: 'daybook.exe',
    ProductName: 'Daybook',
    ProductVersion: manifest.version,
  })
  about.outputToResourceEntries(resources.entries)
  // Our resources are smaller than the replaced ones. The unused space is removed.
  resources.outputResource(executable, false, true)
  return new Uint8Array(executable.generate())
}

/** Throws if Windows would not show a built executable as Daybook of this version, with its icon. */
export function requireOwnResources(file: string): void {
  const bytes = readFileSync(file)
  // A resource stores a text as its name and the text in UTF-16. Each begins at a multiple of four bytes.
  const says = (text: string) => bytes.includes(Buffer.from(text, 'utf16le'))
  const isNamed = says('ProductName\0\0Daybook\0') && !says('ProductName\0\0Bun\0')
  const isNumbered = says(`ProductVersion\0${manifest.version}\0`)
  const hasIcon = iconPictures().every((picture) => bytes.includes(picture))
  if (!isNamed || !isNumbered || !hasIcon) throw new Error(`${file} does not say what it is.`)
}

/** The bytes of each picture. The icon's directory says where they are. */
function iconPictures(): Buffer[] {
  const icon = readFileSync(iconFile)
  return Array.from({ length: icon.readUInt16LE(4) }, (_, index) => {
    const [bytes, at] = [8, 12].map((offset) => icon.readUInt32LE(6 + 16 * index + offset))
    return icon.subarray(at, (at ?? 0) + (bytes ?? 0))
  })
}

/** Bun's program: on Windows the running Bun, elsewhere the one that Bun downloads when it first builds for Windows. */
function plainRuntime(workDir: string, target: string | undefined): string {
  if (target === undefined) return process.execPath
  const kept = join(
    bun(['pm', 'cache']).trim(),
    `${target.replace('arm64', 'aarch64')}-v${Bun.version}`,
  )
  if (existsSync(kept)) return kept
  const program = join(workDir, 'nothing.ts')
  const built = join(workDir, 'download', 'nothing.exe')
  mkdirSync(join(workDir, 'download'))
  writeFileSync(program, '')
  const download = ['build', '--compile', `--target=${target}`, `--outfile=${built}`, program]
  // The network may fail once.
  for (let tries = 1; tries < downloadTries && !tryBun(download).success; tries++) {
    Bun.sleepSync(downloadPauseMs)
  }
  if (!existsSync(kept)) bun(download)
  if (!existsSync(kept))
    throw new Error(`Bun keeps its program for ${target} elsewhere than in ${kept}.`)
  return kept
}

/** Returns what a command of Bun prints. Throws if the command fails. */
function bun(args: readonly string[]): string {
  const ran = tryBun(args)
  if (!ran.success) throw new Error(`bun ${args.join(' ')} failed.`)
  return ran.stdout.toString()
}

function tryBun(args: readonly string[]) {
  return Bun.spawnSync([process.execPath, ...args], { stderr: 'inherit' })
}
