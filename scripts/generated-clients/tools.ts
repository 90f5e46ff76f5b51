import { join } from 'node:path'
import { installPackages, type DebianPackage } from '../debian-packages.ts'

/** A tool that compiles or runs the clients. `try` succeeds if the tool is there and new enough. */
type Tool = { name: string; try: readonly string[]; packages?: readonly DebianPackage[] }

const tools: readonly Tool[] = [
  {
    name: 'Java 11 or newer',
    try: ['javac', '--release', '11', '--version'],
    packages: ['default-jdk-headless'],
  },
  { name: 'Maven', try: ['mvn', '--version'], packages: ['maven'] },
  { name: 'Node.js 18 or newer', try: ['node', '-e', 'fetch'], packages: ['nodejs'] },
  {
    name: 'Python 3.11 or newer with pip',
    try: ['python3', '-c', 'import pip, tomllib'],
    packages: ['python3-pip'],
  },
  { name: 'curl', try: ['curl', '--version'], packages: ['curl'] },
  {
    name: 'PHP 8.1 or newer with curl, mbstring and Guzzle',
    try: ['php', '-r', "require 'GuzzleHttp/autoload.php'; curl_init(); mb_strlen(''); enum A {}"],
    packages: ['php-cli', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle'],
  },
  // No package of Debian 12 helps: it has Go 1.19. go.mod names the version that the clients need.
  { name: 'Go 1.25 or newer', try: ['go', 'list', '-C', join(import.meta.dir, 'go'), '-m'] },
]

/** Installs missing tools where possible. Throws with the names of the tools that are still missing. */
export function requireTools(): void {
  const wanted = tools.filter((tool) => !isThere(tool)).flatMap((tool) => tool.packages ?? [])
  if (wanted.length > 0) installPackages(wanted)
  const missing = tools.filter((tool) => !isThere(tool)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Missing here: ${missing.join(', ')}.`)
}

function isThere({ try: command }: Tool): boolean {
  const [program = ''] = command
  if (Bun.which(program) === null) return false
  return Bun.spawnSync([...command], { stdio: ['ignore', 'ignore', 'ignore'] }).success
}
