import { version } from './platform/embedded.ts'
import { print } from './platform/print.ts'

// Files with bills and password hashes are readable by this user only, in any folder.
process.umask(0o077)

const words = process.argv.slice(2)
// Scripts ask for the version before anything else. No command is loaded for it.
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  print(version)
} else {
  const { runCli } = await import('./cli/cli.ts')
  process.exitCode = await runCli(words)
}
