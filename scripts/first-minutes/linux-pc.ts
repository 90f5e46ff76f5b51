import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endDaybook, openedWith, type Parts, quiet, type ShopPc, writeOpener } from './shop-pc.ts'

/** The shop's user is not an administrator. */
const user = 1000
const home = '/home/shop'
const downloaded = `${home}/Downloads/daybook-linux-x64`
const noted = `${home}/opened`

/**
 * A root with a C library, a shell for the desktop's opener, and the release file: nothing of Debian, of this project or of
 * whoever runs this.
 */
export function linuxPc({ machine, folder, program }: Parts): ShopPc {
  const root = join(folder, 'root')
  const file = join(root, downloaded)
  furnish(root, program)
  let daybook: Bun.Subprocess | undefined
  return {
    bytes: Bun.file(program).size,
    install(person) {
      person.outside({ clicks: 4, note: 'the file manager’s window of rights; here: chmod' })
      chmodSync(file, 0o755)
    },
    async open(person) {
      person.outside({ clicks: 2, note: 'a double click: without words and without a terminal' })
      daybook = Bun.spawn([...machine.within, ...within(root, downloaded)], {
        env: { HOME: home, DISPLAY: ':0', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        stdio: [...quiet],
      })
      return `file://${join(root, await openedWith(join(root, noted)))}`
    },
    close: () => endDaybook(daybook),
  }
}

function furnish(root: string, program: string): void {
  for (const name of ['proc', 'dev', 'tmp', dirname(downloaded)]) {
    mkdirSync(join(root, name), { recursive: true })
  }
  const shell = '/bin/sh'
  for (const file of new Set([...librariesOf(program), ...librariesOf(shell), shell])) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(file, join(root, file))
  }
  writeOpener(join(root, 'usr/bin/xdg-open'), noted)
  copyFileSync(program, join(root, downloaded))
  // Browsers save downloads without the right to run them.
  chmodSync(join(root, downloaded), 0o644)
  chmodSync(join(root, 'tmp'), 0o1777)
  for (const path of [home, dirname(downloaded), downloaded]) {
    chownSync(join(root, path), user, user)
  }
}

/** What runs a program in that root as its user. What is mounted for it goes with it. */
function within(root: string, program: string): string[] {
  const mounts = `mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev`
  const start = `exec chroot --userspec=${user}:${user} ${root} ${program}`
  return ['unshare', '--mount', 'sh', '-c', `${mounts} && ${start}`]
}

function librariesOf(program: string): string[] {
  const told = Bun.spawnSync(['ldd', program]).stdout.toString()
  return [...told.matchAll(/(\/\S+) \(0x/g)].flatMap(([, file]) => file ?? [])
}
