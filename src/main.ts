import { runCli } from './cli/cli.ts'

// Files with bills and password hashes are readable by this user only, in any folder.
process.umask(0o077)

process.exitCode = await runCli(process.argv.slice(2))
