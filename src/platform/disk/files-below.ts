import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files in a folder and in all folders below, relative to it, with slashes. It reads folder by folder: neither Bun's recursive listing
 * nor its Glob descends in Wine. Throws the system's error for a missing folder.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) {
      files.push(entry.name)
      continue
    }
    const below = await filesBelow(join(folder, entry.name))
    for (const path of below) files.push(`${entry.name}/${path}`)
  }
  return files
}
