// Installs Debian packages that the checks use beside Bun. If that is not possible, it names the missing packages, and the checks say what
// they leave out. Exits 1 if the packages could have been installed and were not.
import { existsSync } from 'node:fs'

/** A file of each package, which shows that the package is installed. */
const packages = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  // Tells a browser which certificates to trust: scripts/first-minutes.ts.
  'libnss3-tools': '/usr/bin/certutil',
  wine64: '/usr/lib/wine/wine64',
  'gcc-mingw-w64-x86-64': '/usr/bin/x86_64-w64-mingw32-gcc',
  nsis: '/usr/bin/makensis',
  faketime: '/usr/bin/faketime',
  'nginx-light': '/usr/sbin/nginx',
  gcc: '/usr/bin/gcc',
  'libc6-dev': '/usr/include/stdlib.h',
  // The tools that compile and run the generated clients.
  'default-jdk-headless': '/usr/bin/javac',
  maven: '/usr/bin/mvn',
  nodejs: '/usr/bin/node',
  'python3-pip': '/usr/bin/pip3',
  curl: '/usr/bin/curl',
  'php-cli': '/usr/bin/php',
  'php-curl': '/etc/php/8.2/mods-available/curl.ini',
  'php-mbstring': '/etc/php/8.2/mods-available/mbstring.ini',
  'php-guzzlehttp-guzzle': '/usr/share/php/GuzzleHttp/autoload.php',
  // The other processor, on which `bun run soak` runs Daybook.
  'qemu-user': '/usr/bin/qemu-aarch64',
  'libc6-arm64-cross': '/usr/aarch64-linux-gnu/lib/libc.so.6',
  'libstdc++6-arm64-cross': '/usr/aarch64-linux-gnu/lib/libstdc++.so.6',
}

export type DebianPackage = keyof typeof packages

/** The packages that `bun run check` and `bun run prove` use. */
const checked: DebianPackage[] = [
  'chromium-headless-shell',
  'wine64',
  'gcc-mingw-w64-x86-64',
  'nsis',
  'faketime',
  'nginx-light',
  'gcc',
  'libc6-dev',
  'default-jdk-headless',
  'maven',
  'nodejs',
  'python3-pip',
  'curl',
  'php-cli',
  'php-curl',
  'php-mbstring',
  'php-guzzlehttp-guzzle',
]

/** All packages take about two minutes. A network that hangs must not stop the checks for ever. */
const installLimitMs = 10 * 60_000

/** Asks a failing server again, and waits for another installation (seconds). */
const patient = ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=300']

if (import.meta.main) {
  const { wasPossible } = installPackages(checked)
  const missing = checked.filter((name) => !isInstalled(name))
  if (missing.length > 0) console.error(`Not installed here: ${missing.join(', ')}.`)
  process.exit(missing.length > 0 && wasPossible ? 1 : 0)
}

export function isInstalled(name: DebianPackage): boolean {
  return existsSync(packages[name])
}

/**
 * Installs the missing packages on Debian, if the user is its administrator. `wasPossible` is false if Debian's servers do not answer, as
 * without a network.
 */
export function installPackages(names: readonly DebianPackage[]): { wasPossible: boolean } {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0 || !mayInstall()) return { wasPossible: false }
  // Without this option, apt-get only warns if a server does not answer.
  const { success } = aptGet('update', '--error-on=any')
  // Even without new package lists, the packages may still be in the cache.
  aptGet('install', '-y', '--no-install-recommends', ...missing)
  return { wasPossible: success }
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && Bun.which('apt-get') !== null
}

function aptGet(...args: string[]): { success: boolean } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return Bun.spawnSync(['apt-get', '-q', ...patient, ...args], {
    env,
    timeout: installLimitMs,
    stderr: 'inherit',
  })
}
