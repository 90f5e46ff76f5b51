import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { holdImages, heldOrOwn } from '../../../src/platform/backup/needed-files.ts'
import { workFolder } from '../../../src/platform/backup/backups-folder.ts'
import { filesBelow } from '../../../src/platform/disk/durable.ts'
import { openPlace } from '../../../src/platform/offsite/place.ts'
import { errorOf, temporaryDir } from '../../support/temporary-database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-below-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), path)
}

test('files are found at every depth, with slashes on every system', async () => {
  for (const path of ['a', 'b/c', 'b/d/.e', 'b/d/f/g']) put(path)
  mkdirSync(join(folder, 'b', 'empty'))
  expect((await filesBelow(folder)).toSorted()).toEqual(['a', 'b/c', 'b/d/.e', 'b/d/f/g'])
})

test('a folder that is not there is no empty one', async () => {
  const error = await errorOf(filesBelow(join(folder, 'gone')))
  expect(error).toHaveProperty('code', 'ENOENT')
})

test('a second place lists what lies in folders of folders, but nothing half written', async () => {
  for (const path of ['pieces/ab/cd', 'pieces/ab/ef.part', 'snapshots/one']) put(path)
  const place = openPlace({ kind: 'folder', path: folder }, '')
  expect(await place.list('pieces')).toEqual(['pieces/ab/cd'])
  expect(await place.list('gone')).toEqual([])
})

test('a backup holds images, which lie in folders by the start of their names', async () => {
  using temporary = temporaryDir()
  const { dir } = temporary
  const path = 'ab/abcdef'
  mkdirSync(join(dir.images, 'ab'), { recursive: true })
  writeFileSync(join(dir.images, path), 'a picture')
  await holdImages(dir)
  expect(heldOrOwn(dir, `images/${path}`)).toStartWith(workFolder(dir))
})
