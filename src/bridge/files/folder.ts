import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removeFile, renameFile, syncFolder, writeDurably } from '../../platform/disk/durable.ts'
import { importedFolder, type Manifest, manifestPath, readManifest } from './manifest.ts'

/** What a file is called until its manifest is there: nobody must import what is not accounted for. */
const unfinished = '.part'

export function makeFolder(folder: string): void {
  mkdirSync(join(folder, importedFolder), { recursive: true })
}

/** Writes a file with its manifest. Cut off anywhere, `finishFiles` finishes it, or it never was. */
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

/** Files that a crash left half done: with their manifest they are whole, without it nothing counts on them. */
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

/** Whether somebody moved the file of a manifest to where imported ones go. */
export function isImported(folder: string, manifest: string): boolean {
  return existsSync(join(folder, importedFolder, readManifest(manifest).file))
}

/** What was not imported goes, the file first: a manifest without one is named, a file without one would be imported twice. */
export async function discardFile(manifest: string): Promise<void> {
  await removeFile(join(dirname(manifest), readManifest(manifest).file))
  await removeFile(manifest)
  await syncFolder(dirname(manifest))
}

/** A manifest that was confirmed goes beside the imported files, with its own file if that is still there. */
export async function putAway(manifest: string): Promise<void> {
  const folder = dirname(manifest)
  // Somebody moved both.
  if (basename(folder) === importedFolder) return
  const { file } = readManifest(manifest)
  const away = join(folder, importedFolder)
  if (existsSync(join(folder, file))) await renameFile(join(folder, file), join(away, file))
  await renameFile(manifest, manifestPath(away, file))
  await syncFolder(folder)
}
