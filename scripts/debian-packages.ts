// Installs what the checks use beside Bun, from Debian's own packages. Where that is not possible it names what is missing,
// and the checks say what they leave out. Exits 1 when the packages could have been installed and were not.
import { existsSync } from 'node:fs'

/** A file of each package, which tells that it is there. */
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
  // What the generated clients are compiled and run with.
  'default-jdk-headless': '/usr/bin/javac',
  maven: '/usr/bin/mvn',
  nodejs: '/usr/bin/node',
  'python3-pip': '/usr/bin/pip3',
  curl: '/usr/bin/curl',
  'php-cli': '/usr/bin/php',
  'php-curl': '/etc/php/8.2/mods-available/curl.ini',
  'php-mbstring': '/etc/php/8.2/mods-available/mbstring.ini',
  'php-guzzlehttp-guzzle': '/usr/share/php/GuzzleHttp/autoload.php',
  // The other processor that `bun run soak` runs Daybook on.
  'qemu-user': '/usr/bin/qemu-aarch64',
  'libc6-arm64-cross': '/usr/aarch64-linux-gnu/lib/libc.so.6',
  'libstdc++6-arm64-cross': '/usr/aarch64-linux-gnu/lib/libstdc++.so.6',
}

export type DebianPackage = keyof typeof packages

/** What `bun run check` and `bun run prove` use. */
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

/** All of them take about two minutes; a network that hangs must not hold the checks up for ever. */
const installLimitMs = 10 * 60_000

/** A server that fails once is asked again, and whoever else installs something is waited for (seconds). */
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
 * Installs those that are not there yet, where this is a Debian and its administrator asks. It is possible where Debian's
 * servers answer: not without a network.
 */
export function installPackages(names: readonly DebianPackage[]): { wasPossible: boolean } {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0 || !mayInstall()) return { wasPossible: false }
  // By itself it only warns of a server that does not answer.
  const { success } = aptGet('update', '--error-on=any')
  // Without them the packages may still lie here from before.
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
