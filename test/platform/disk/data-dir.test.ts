import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  chooseDataDir,
  dataDir,
  isOpenToOthers,
  makeDataDir,
} from '../../../src/platform/disk/data-dir.ts'

describe('the data directory', () => {
  test('is what --data says, else what DAYBOOK_DATA says', () => {
    const env = { DAYBOOK_DATA: '/env/data', HOME: '/home/shop' }
    expect(chooseDataDir('/flag/data', env).root).toBe(resolve('/flag/data'))
    expect(chooseDataDir(undefined, env).root).toBe(resolve('/env/data'))
    expect(chooseDataDir('relative', {}).root).toBe(resolve('relative'))
  })

  test('is else the system’s place for a program’s data', () => {
    const home = join(tmpdir(), 'shop')
    switch (process.platform) {
      case 'win32':
        expect(root({ LOCALAPPDATA: home })).toBe(join(home, 'Daybook'))
        break
      case 'darwin':
        expect(root({ HOME: home })).toBe(join(home, 'Library', 'Application Support', 'Daybook'))
        break
      default:
        expect(root({ HOME: home })).toBe(join(home, '.local', 'share', 'daybook'))
        expect(root({ HOME: home, XDG_DATA_HOME: join(home, 'x') })).toBe(
          join(home, 'x', 'daybook'),
        )
        expect(root({ HOME: home, DAYBOOK_DATA: '' })).toBe(
          join(home, '.local', 'share', 'daybook'),
        )
        expect(root({})).toStartWith(homedir())
    }
  })

  test('is made for its user alone, and made again without harm', () => {
    const parent = mkdtempSync(join(tmpdir(), 'daybook-test-'))
    const dir = dataDir(join(parent, 'new', 'data'))
    makeDataDir(dir)
    makeDataDir(dir)
    for (const path of [dir.root, dir.logs, dir.images, dir.documents, dir.backups]) {
      expect(statSync(path).isDirectory()).toBe(true)
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700)
    }
    rmSync(parent, { recursive: true })
  })

  test.each([
    ['C:\\Users\\Om\\AppData\\Local\\Daybook', false],
    ['c:\\users\\om\\shop', false],
    ['C:\\Users\\Omkar\\shop', true],
    ['C:\\Shop', true],
    ['D:\\Users\\Om\\shop', true],
  ])('%s is open to others who use a Windows computer: %p', (path, isOpen) => {
    const dir = { ...dataDir(path), root: path }
    expect(isOpenToOthers(dir, 'C:\\Users\\Om', 'win32')).toBe(isOpen)
    // Elsewhere the directory's own mode keeps them out.
    expect(isOpenToOthers(dir, '/home/om', 'linux')).toBe(false)
  })
})

function root(env: Record<string, string>): string {
  return chooseDataDir(undefined, env).root
}
