import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeInstaller } from '../release/windows-installer.ts'
import {
  endDaybook,
  limitMs,
  openedWith,
  type Parts,
  quiet,
  type ShopPc,
  writeOpener,
} from './shop-pc.ts'

const root = join(import.meta.dir, '../..')
const wine = join(import.meta.dir, '../windows/wine.sh')

/** The folder in which the program keeps a shop's data, for each user of Wine. */
const dataOfUsers = 'dist/.wine/drive_c/users/*/AppData/Local/Daybook'

/** Wine has no browser. This setting hands web pages to the opener of this system. */
const openPages = ['reg', 'add', String.raw`HKCR\.html`, '/ve', '/d', 'htmlfile', '/f']

/** Wine with what the installer puts there; scripts/windows/prepare.ts makes both. */
export function windowsPc({ machine, folder, program }: Parts): ShopPc {
  const setup = join(folder, 'daybook-setup.exe')
  const place = join(folder, 'Daybook')
  const noted = join(folder, 'opened')
  const bin = join(folder, 'bin')
  writeOpener(join(bin, 'xdg-open'), noted)
  forgetShops()
  const notices = join(root, 'LICENSE')
  // The installer is not compressed here. Compressed as in a release, it takes minutes to make.
  makeInstaller({ program, notices, outfile: setup }, { isPacked: false })
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
  const inWine = (...words: string[]) => [...machine.within, wine, ...words]
  let daybook: Bun.Subprocess | undefined
  return {
    bytes: Bun.file(setup).size,
    install(person) {
      const note = 'SmartScreen’s, the installer’s and the firewall’s windows; here: /S'
      person.outside({ clicks: 8, note })
      for (const words of [openPages, [setup, '/S', `/D=Z:${place.replaceAll('/', '\\')}`]]) {
        const ran = Bun.spawnSync(inWine(...words), { env, stdio: [...quiet], timeout: limitMs })
        if (!ran.success) throw new Error(`${words.join(' ')} failed in Wine.`)
      }
    },
    async open(person) {
      person.outside({ clicks: 0, note: 'by the installer’s last page' })
      daybook = Bun.spawn(inWine(join(place, 'daybook.exe')), { env, stdio: [...quiet] })
      return await openedWith(noted)
    },
    close: () => endDaybook(daybook),
  }
}

/** A fresh machine has no data of an earlier run. */
function forgetShops(): void {
  const found = new Bun.Glob(dataOfUsers).scanSync({ cwd: root, dot: true, onlyFiles: false })
  for (const shop of found) rmSync(join(root, shop), { recursive: true })
}
