import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { columnsSchema } from './columns.ts'
import { readSealed, sealPlain, writeSealed } from '../pairing.ts'
import {
  readJson,
  removeFile,
  renameFile,
  syncFolder,
  writeDurably,
  writeJson,
} from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'

/** The suffix of a file until its manifest exists. Nobody must import a file without a manifest. */
const unfinished = '.part'

export function makeFolder(folder: string): void {
  mkdirSync(join(folder, importedFolder), { recursive: true })
}

/** Writes a file with its manifest. After an interruption, `finishFiles` either finishes the file or removes it. */
export async function writeFileFor(
  folder: string,
  bytes: Uint8Array,
  manifest: Manifest,
): Promise<void> {
  const { file } = manifest
  await writeDurably(join(folder, file + unfinished), bytes)
  await writeJson(manifestPath(folder, file), manifest)
  await finishFile(folder, file)
}

/** Finishes files that a crash left half done: with a manifest they are complete, without one they are removed. */
export async function finishFiles(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(unfinished))) {
    const file = name.slice(0, -unfinished.length)
    if (existsSync(manifestPath(folder, file))) await finishFile(folder, file)
    else await removeFile(join(folder, name))
  }
}

async function finishFile(folder: string, file: string): Promise<void> {
  await renameFile(join(folder, file + unfinished), join(folder, file))
  await syncFolder(folder)
}

/** Whether somebody moved the manifest's file to the folder of imported files. */
export function isImported(folder: string, manifest: string): boolean {
  return existsSync(join(folder, importedFolder, readManifest(manifest).file))
}

/**
 * Removes a file that was not imported. The file goes first: a manifest without its file is reported, but a file without its manifest
 * would be imported twice.
 */
export async function discardFile(manifest: string): Promise<void> {
  await removeFile(join(dirname(manifest), readManifest(manifest).file))
  await removeFile(manifest)
  await syncFolder(dirname(manifest))
}

/** Moves a confirmed manifest to the imported files, together with its file if that is still there. */
export async function putAway(manifest: string): Promise<void> {
  const folder = dirname(manifest)
  // Somebody has moved both already.
  if (basename(folder) === importedFolder) return
  const { file } = readManifest(manifest)
  const away = join(folder, importedFolder)
  if (existsSync(join(folder, file))) await renameFile(join(folder, file), join(away, file))
  await renameFile(manifest, manifestPath(away, file))
  await syncFolder(folder)
}

export const fileFormats = ['tally', 'zoho', 'xlsx'] as const

export type FileFormat = (typeof fileFormats)[number]

/** Lists the documents in a file. They are acknowledged in Daybook when somebody says that the file was imported. */
const manifestSchema = Type.Object({
  version: Type.Literal(1),
  /** ISO 8601 */
  made_at: Type.String(),
  format: Type.Union(fileFormats.map((format) => Type.Literal(format))),
  file: Type.String(),
  sha256: Type.String(),
  vouchers: Type.Integer(),
  documents: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('scan'), Type.Literal('order')]),
      id: Type.String(),
      revision: Type.Union([Type.String(), Type.Number()]),
    }),
  ),
})

export type Manifest = Static<typeof manifestSchema>

/** The subfolder for files that the accounting program has imported. */
export const importedFolder = 'imported'

const suffix = '.manifest.json'

export function manifestPath(folder: string, file: string): string {
  return join(folder, `${file}${suffix}`)
}

/** Throws AppError `not_found`, or `conflict` for a file that is no manifest. */
export function readManifest(path: string): Manifest {
  if (!existsSync(path)) throw new AppError('not_found', `There is no manifest at ${path}.`)
  const manifest = readJson(path, manifestSchema)
  if (manifest !== undefined) return manifest
  throw new AppError('conflict', `${path} is no manifest that this Daybook writes.`)
}

/** The manifests in a folder, oldest first. */
export function manifestsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .filter((name) => name.endsWith(suffix))
    .toSorted()
    .map((name) => join(folder, name))
}

/** Manifests whose file is neither in the folder nor among the imported files. Their documents still wait and are in no file. */
export function lostIn(folder: string): string[] {
  return manifestsIn(folder).filter((path) => {
    const { file } = readManifest(path)
    return !existsSync(join(folder, file)) && !existsSync(join(folder, importedFolder, file))
  })
}

export type Listed = Manifest['documents'][number] & { file: string }

/** The documents in a folder's files, by `kind:id`. */
export function documentsIn(folder: string): Map<string, Listed> {
  const listed = manifestsIn(folder).flatMap((path) => {
    const { documents, file } = readManifest(path)
    return documents.map((document) => ({ ...document, file }))
  })
  return new Map(listed.map((document) => [`${document.kind}:${document.id}`, document]))
}

/** What `pair folder` writes: a file that only its user may read, with sealed keys. */
const filesSchema = Type.Object({
  version: Type.Literal(1),
  /** Daybook's address, without a slash at its end. */
  daybook: Type.String(),
  scanKey: Type.String(),
  ordersKey: Type.Optional(Type.String()),
  /** The folder for the files. */
  folder: Type.String(),
  /** Identifies the accounts in the vouchers' keys. */
  install: Type.String(),
  target: Type.Union([
    /** `company` is the company's name in Tally. The file contains it. */
    Type.Object({ format: Type.Literal('tally'), company: Type.String() }),
    Type.Object({ format: Type.Literal('zoho') }),
    Type.Object({ format: Type.Literal('xlsx'), columns: columnsSchema }),
  ]),
})

export type FilesPairing = Static<typeof filesSchema>

export async function writeFilesPairing(
  bridgeFolder: string,
  pairing: FilesPairing,
): Promise<void> {
  await writeSealed(fileOf(bridgeFolder), pairing)
}

export function areFilesPaired(bridgeFolder: string): boolean {
  return existsSync(fileOf(bridgeFolder))
}

/** Seals the keys in a file that an older Daybook wrote. */
export async function sealFilesPairing(bridgeFolder: string): Promise<void> {
  if (areFilesPaired(bridgeFolder)) await sealPlain(fileOf(bridgeFolder))
}

/** Undefined without a paired folder. Throws AppError `conflict` for a broken file or keys that cannot be opened. */
export async function readFilesPairing(bridgeFolder: string): Promise<FilesPairing | undefined> {
  if (!areFilesPaired(bridgeFolder)) return undefined
  const file = fileOf(bridgeFolder)
  const pairing = await readSealed(file)
  if (Value.Check(filesSchema, pairing)) return pairing
  throw new AppError('conflict', `${file} is not what this Daybook writes: pair the folder anew.`)
}

/** Called when a company is paired instead. */
export async function forgetFiles(bridgeFolder: string): Promise<void> {
  await removeFile(fileOf(bridgeFolder))
}

function fileOf(bridgeFolder: string): string {
  return join(bridgeFolder, 'files.json')
}
