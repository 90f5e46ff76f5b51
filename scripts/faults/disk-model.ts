import { constants, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Random } from '../demo/random.ts'
import type { DiskCall } from './record.ts'

/*
 * What a disk holds now, and what it may hold after a power cut. Only synced changes are certain: a sync of a file keeps
 * the file's bytes, a sync of a folder keeps its names. Each later write may be there, missing, or torn between sectors.
 * Of the later changes to a folder's names, the first few may be there, because journals keep their order. A sync of one
 * folder keeps no names of another folder, and a sync of a file keeps no name. Today's file systems promise more. As
 * SQLite assumes of any disk (https://sqlite.org/atomiccommit.html, "Hardware Assumptions"), a write harms nothing beside
 * itself and is in order within a sector.
 */

const sectorBytes = 512

/** The model leaves these files out. They prove nothing and are too large to keep in memory. */
const leftOut = ['ballast']

type Change = { offset: number; data: Buffer } | { length: number }

type FileNode = { certain: Buffer; pending: Change[] }

type NameChange = { name: string; node: Node | undefined }

type FolderNode = { certain: Map<string, Node>; now: Map<string, Node>; pending: NameChange[][] }

type Node = FileNode | FolderNode

/** Which unsynced changes survive a power cut: none, the names only, the bytes only, or some of each. */
export const survivals = ['nothing', 'names', 'bytes', 'some'] as const

type Survival = (typeof survivals)[number]

export type DiskModel = {
  apply(call: DiskCall): void
  /** Whether a power cut now would lose nothing. */
  isCertain(): boolean
  /** Writes the disk into an empty folder, as the disk may look after a power cut. */
  write(folder: string, survival: Survival, random: Random): void
}

/** A disk on which everything in a folder is synced. `name` is the folder's name on the disk. */
export function diskModel(folder: string | undefined, name: string): DiskModel {
  const root: FolderNode = emptyFolder()
  if (folder !== undefined) root.now.set(name, readNode(folder))
  syncFolder(root)
  return {
    apply: (call) => applyCall(root, call),
    isCertain: () => isCertain(root),
    write: (to, survival, random) => writeFolder(to, root, survival, random),
  }
}

function readNode(path: string): Node {
  if (!lstatSync(path).isDirectory()) return { certain: readFileSync(path), pending: [] }
  const folder = emptyFolder()
  for (const name of readdirSync(path)) {
    if (!leftOut.includes(name)) folder.now.set(name, readNode(join(path, name)))
  }
  syncFolder(folder)
  return folder
}

function applyCall(root: FolderNode, { command, number, data, path, to }: DiskCall): void {
  const node = find(root, path)
  switch (command) {
    case 'open':
      if (node !== undefined && (number & constants.O_TRUNC) !== 0) pend(node, { length: 0 })
      if (node === undefined && (number & constants.O_CREAT) !== 0) {
        change(root, [{ path, node: { certain: Buffer.alloc(0), pending: [] } }])
      }
      break
    case 'mkdir':
      change(root, [{ path, node: emptyFolder() }])
      break
    case 'write':
      pend(node, { offset: number, data })
      break
    case 'truncate':
      pend(node, { length: number })
      break
    case 'sync':
      if (node !== undefined) sync(node)
      break
    case 'unlink':
    case 'rmdir':
      change(root, [{ path, node: undefined }])
      break
    case 'link':
      change(root, [{ path: to, node }])
      break
    case 'rename':
      change(root, [
        { path, node: undefined },
        { path: to, node },
      ])
  }
}

/** Also returns undefined for a file without a name, because no part of such a file can come back. */
function find(root: FolderNode, path: string): Node | undefined {
  let node: Node | undefined = root
  if (path === '.') return root
  for (const name of path.split('/')) node = isFolder(node) ? node.now.get(name) : undefined
  return node
}

/** Changes in one folder happen together. Changes in two folders happen separately. */
function change(root: FolderNode, changes: { path: string; node: Node | undefined }[]): void {
  for (const [path, same] of Map.groupBy(changes, (one) => dirname(one.path))) {
    const folder = find(root, path)
    if (!isFolder(folder)) throw new Error(`${path} is no folder.`)
    const names = same.map((one): NameChange => ({ name: basename(one.path), node: one.node }))
    for (const one of names) rename(folder.now, one)
    folder.pending.push(names)
  }
}

function rename(names: Map<string, Node>, { name, node }: NameChange): void {
  if (node === undefined) names.delete(name)
  else names.set(name, node)
}

function pend(node: Node | undefined, one: Change): void {
  if (node !== undefined && !isFolder(node)) node.pending.push(one)
}

function sync(node: Node): void {
  if (isFolder(node)) return syncFolder(node)
  node.certain = changed(node, node.pending)
  node.pending = []
}

function syncFolder(folder: FolderNode): void {
  folder.certain = new Map(folder.now)
  folder.pending = []
}

function isCertain(node: Node): boolean {
  if (node.pending.length > 0) return false
  return !isFolder(node) || [...node.certain.values()].every(isCertain)
}

function changed({ certain }: FileNode, changes: readonly Change[]): Buffer {
  let bytes = Buffer.from(certain)
  for (const one of changes) {
    const length =
      'length' in one ? one.length : Math.max(bytes.length, one.offset + one.data.length)
    if (length !== bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], length)
    if ('data' in one) one.data.copy(bytes, one.offset)
  }
  return bytes
}

function writeFolder(path: string, folder: FolderNode, survival: Survival, random: Random): void {
  mkdirSync(path, { recursive: true })
  const { pending } = folder
  const kept = { nothing: 0, bytes: 0, names: pending.length, some: random.int(0, pending.length) }
  const names = new Map(folder.certain)
  for (const one of pending.slice(0, kept[survival]).flat()) rename(names, one)
  for (const [name, node] of names) {
    const at = join(path, name)
    if (isFolder(node)) writeFolder(at, node, survival, random)
    else writeFileSync(at, changed(node, surviving(node.pending, survival, random)))
  }
}

function surviving(pending: readonly Change[], survival: Survival, random: Random): Change[] {
  if (survival === 'bytes') return [...pending]
  if (survival !== 'some') return []
  return pending.flatMap((one) => {
    if (random.chance(0.4)) return [one]
    return 'data' in one && random.chance(0.5)
      ? sectorsOf(one).filter(() => random.chance(0.5))
      : []
  })
}

/** A write in pieces that end where sectors end. */
function sectorsOf({ offset, data }: { offset: number; data: Buffer }): Change[] {
  const first = sectorBytes - (offset % sectorBytes)
  const starts = [0]
  for (let at = first; at < data.length; at += sectorBytes) starts.push(at)
  return starts.map((at, i) => ({ offset: offset + at, data: data.subarray(at, starts[i + 1]) }))
}

function isFolder(node: Node | undefined): node is FolderNode {
  return node !== undefined && 'now' in node
}

function emptyFolder(): FolderNode {
  return { certain: new Map(), now: new Map(), pending: [] }
}
