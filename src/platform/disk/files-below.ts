import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The files in a folder and in all folders below, relative to it, with slashes. Folder by folder: neither Bun's way for all
 * at once nor its Glob goes down in Wine. Throws what the system says of a folder that is not there.
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
