import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What statements throw for whoever may read a file, but not write it, while everything may be made beside it: the
 * error's code, or nothing. `module`, from the source tree, is at hand as `imported`.
 */
export async function codeForReader(
  file: string,
  module: string,
  statements: string,
): Promise<string> {
  chmodSync(dirname(file), 0o777)
  chmodSync(file, 0o444)
  const source = Bun.fileURLToPath(new URL(`../../src/${module}`, import.meta.url))
  const script = `const imported = await import(${JSON.stringify(source)})
    // An administrator may write everything.
    if (process.getuid?.() === 0) process.setuid(65534)
    try {
      ${statements}
    } catch (error) {
      console.log(error.code)
    }`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  return await child.stdout.text()
}
