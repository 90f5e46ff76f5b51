import { AppError, hasCode } from '../../platform/errors.ts'

/** A system tool that hangs must not hold up the command for ever. */
const toolMs = 60_000

/** Runs a system tool and returns its output. Throws AppError `conflict` with the tool's message when it fails. */
export async function runTool(words: readonly string[]): Promise<string> {
  const ran = spawn(words)
  const [stdout, stderr, code] = await Promise.all([
    new Response(ran.stdout).text(),
    new Response(ran.stderr).text(),
    ran.exited,
  ])
  if (code === 0) return stdout
  const said = `${stderr} ${stdout}`.trim().replaceAll(/\s+/g, ' ')
  throw new AppError('conflict', `${words.join(' ')} failed: ${said || `it ended with ${code}`}.`)
}

function spawn(words: readonly string[]) {
  try {
    return Bun.spawn([...words], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: toolMs,
    })
  } catch (error) {
    if (!hasCode(error, ['ENOENT'])) throw error
    throw new AppError(
      'not_found',
      `This system has no ${words[0]}: Daybook cannot be its service.`,
    )
  }
}
