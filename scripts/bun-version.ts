import manifest from '../package.json'

// The formatter, the type checker and the executable's runtime are Bun's own, so another version is another toolchain.
const wanted = manifest.packageManager.replace('bun@', '')
if (Bun.version !== wanted) {
  console.error(
    `Daybook is built with Bun ${wanted} and this is Bun ${Bun.version}: run "npx -y bun@${wanted} run <command>" instead.`,
  )
  process.exit(1)
}
