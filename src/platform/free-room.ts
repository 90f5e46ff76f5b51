import { statfs } from 'node:fs/promises'

/** The bytes that are free on the disk that holds a path, for those who may not use the system's reserve. */
export async function findFreeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
