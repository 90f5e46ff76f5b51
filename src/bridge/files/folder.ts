import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeFile, renameFile, syncFolder, writeDurably } from '../../platform/disk/durable.ts'
import { importedFolder, type Manifest, manifestPath, readManifest } from './manifest.ts'

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
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeDurably(manifestPath(folder, file), new TextEncoder().encode(text))
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
