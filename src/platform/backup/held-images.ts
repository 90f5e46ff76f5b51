import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DataDir } from '../data-dir.ts'
import { hasCode } from '../errors.ts'
import { noSecondName } from '../files/durable.ts'
import { workFolder } from './backups-folder.ts'

/** What a system says where a file gets no second name, of one that went this moment, or that is held open (Windows). */
const notHeld = [...noSecondName, 'ENOENT', 'EACCES', 'EBUSY']

/**
 * Gives every image a second name in the work folder, and goes with it: an image that is replaced is deleted at once,
 * and a copied database may still need it. Documents have none: what retention takes stays out of the backup. Costs a
 * quarter of a second for 20,000 images, and a fifth of that when they are held already.
 */
export function holdImages(dir: DataDir): void {
  if (!existsSync(dir.images)) return
  for (const entry of readdirSync(dir.images, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) hold(dir, `images/${entry.name.slice(0, 2)}/${entry.name}`)
  }
}

/** Where to read a file that the database needs (`images/ab/abcdef…`): by its second name, by its own when it has none. */
export function heldOrOwn(dir: DataDir, path: string): string {
  const held = heldFile(dir, path)
  return existsSync(held) ? held : join(dir.root, path)
}

function hold(dir: DataDir, path: string): void {
  const held = heldFile(dir, path)
  if (existsSync(held)) return
  mkdirSync(dirname(held), { recursive: true, mode: 0o700 })
  try {
    linkSync(join(dir.root, path), held)
  } catch (error) {
    // It is read where it is; what is wrong with it is said then.
    if (!hasCode(error, notHeld)) throw error
  }
}

function heldFile(dir: DataDir, path: string): string {
  return join(workFolder(dir), 'held', path)
}
