import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import manifest from '../../package.json'
import { packageAddressFile } from '../../src/cli/serve/open-browser.ts'
import { systemdTemplate, systemdUnit } from '../../src/cli/service/systemd.ts'

/** Debian's names of the processors. */
export type Architecture = 'amd64' | 'arm64'

type Parts = { program: string; architecture: Architecture; notices: string; outfile: string }

const data = '/var/lib/daybook'

const source = join(import.meta.dir, '../..')
const icon = join(source, 'src/console/icon.svg')

/** dpkg reads zstd since Debian 12 and Ubuntu 22.04. xz takes ten times as long. Several threads would give other bytes. */
const compression = ['-Zzstd', '-z12', '--threads-max=1']

/**
 * A package for Debian and Ubuntu: the program, and a service with a user of its own. The data in /var/lib/daybook stay when the package is
 * removed or purged. `madeAt` (seconds since the epoch) is the time of all its files, so that the same parts give the same bytes. Throws if
 * dpkg-deb fails.
 */
export function makeDebianPackage(parts: Parts, madeAt: number): void {
  const place = mkdtempSync(join(tmpdir(), 'daybook-deb-'))
  // Everybody may read the folders, whoever makes the package.
  const umask = process.umask(0o022)
  try {
    fill(place, parts)
    const command = [
      'dpkg-deb',
      '--root-owner-group',
      ...compression,
      '--build',
      place,
      parts.outfile,
    ]
    const ran = Bun.spawnSync(command, {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(madeAt) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (!ran.success) throw new Error('The package was not made.')
  } finally {
    process.umask(umask)
    rmSync(place, { recursive: true, force: true })
  }
}

function fill(place: string, { program, architecture, notices }: Parts): void {
  chmodSync(place, 0o755)
  const put = (path: string, content: string, mode = 0o644) => {
    const file = join(place, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    writeFileSync(file, content)
    chmodSync(file, mode)
  }
  put('DEBIAN/control', control(architecture))
  put('DEBIAN/postinst', afterInstall, 0o755)
  put('DEBIAN/prerm', beforeRemoval, 0o755)
  put('DEBIAN/postrm', afterRemoval, 0o755)
  put('lib/systemd/system/daybook.service', unit())
  put('lib/systemd/system/daybook@.service', systemdTemplate(['/usr/bin/daybook'], 'daybook'))
  put('usr/share/doc/daybook/copyright', copyright)
  put('usr/share/bash-completion/completions/daybook', toldBy('completions', 'bash'))
  put('usr/share/zsh/vendor-completions/_daybook', toldBy('completions', 'zsh'))
  put('usr/share/fish/vendor_completions.d/daybook.fish', toldBy('completions', 'fish'))
  put('usr/share/man/man1/daybook.1', toldBy('manual'))
  put('usr/share/applications/daybook.desktop', menuEntry)
  put('usr/share/icons/hicolor/scalable/apps/daybook.svg', readFileSync(icon, 'utf8'))
  mkdirSync(join(place, 'usr/bin'), { recursive: true, mode: 0o755 })
  copyFileSync(program, join(place, 'usr/bin/daybook'))
  chmodSync(join(place, 'usr/bin/daybook'), 0o755)
  copyFileSync(notices, join(place, 'usr/share/doc/daybook/third-party-notices.txt'))
  chmodSync(join(place, 'usr/share/doc/daybook/third-party-notices.txt'), 0o644)
}

/** What a command of these sources prints: the program of the package may be another processor's. */
function toldBy(...words: string[]): string {
  const ran = Bun.spawnSync([process.execPath, join(source, 'src/main.ts'), ...words])
  if (!ran.success) throw new Error(`daybook ${words.join(' ')}: ${ran.stderr.toString()}`)
  return ran.stdout.toString()
}

/** Opens the console of the service, which another user runs. Before set-up, it opens the set-up page, without a terminal. */
const menuEntry = `[Desktop Entry]
Type=Application
Name=Daybook
Comment=Back office of a small shop
Exec=/usr/bin/daybook open --service-user daybook --data ${data}
Icon=daybook
Categories=Office;Finance;
Terminal=false
`

/** In its runtime directory, which everybody may read, the service tells the menu entry where it is. */
function unit(): string {
  const program = ['/usr/bin/daybook']
  const options = { program, data, user: 'daybook', isForSystem: true, isStrict: true }
  return systemdUnit(options)
    .replace(/^#.*\n/, '# Of the package daybook.\n')
    .replace(/^User=.*\n/m, `$&RuntimeDirectory=${basename(dirname(packageAddressFile))}\n`)
}

function control(architecture: Architecture): string {
  return `Package: daybook
Version: ${manifest.version}
Architecture: ${architecture}
Maintainer: Daybook <daybook@localhost>
Section: misc
Priority: optional
Depends: libc6 (>= 2.17), adduser
Recommends: ca-certificates, pkexec | policykit-1, xdg-utils
Description: back office of a small shop
 Holds scanned bills until the accounting system has taken them, and the
 catalogue, stock and orders of the shop. One program, one data directory,
 no internet. It serves http://127.0.0.1:3292 once it is installed.
`
}

const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Daybook

Files: *
Copyright: the authors of Daybook
License: MIT
 See third-party-notices.txt beside this file, or "daybook licenses", for what is inside the program.
`

const afterInstall = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd daybook >/dev/null; then
    adduser --system --group --quiet --home ${data} --no-create-home --shell /usr/sbin/nologin daybook
  fi
  install -d -m 0700 -o daybook -g daybook ${data}
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # Not when its owner had switched it off.
    if [ -z "$2" ]; then systemctl enable --now daybook.service; else systemctl try-restart daybook.service; fi
  fi
  if [ -z "$2" ]; then
    echo "Daybook serves http://127.0.0.1:3292. To set it up, open Daybook in the menu, or: sudo -u daybook daybook setup-link --data ${data}"
  fi
fi
`

const beforeRemoval = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl disable --now daybook.service
fi
`

const afterRemoval = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = purge ]; then
  echo "The data stay in ${data}: remove them yourself when nobody needs them any more."
fi
`
