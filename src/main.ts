import { runCli } from './cli/cli.ts'

// Bills and password hashes are for this user only, whatever folder they are put in.
process.umask(0o077)

process.exitCode = await runCli(process.argv.slice(2))
