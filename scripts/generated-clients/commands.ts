/** A tool that says nothing for so long has failed: downloads over a slow line take a while. Milliseconds. */
const commandLimitMs = 10 * 60_000

type Place = { cwd?: string; env?: Record<string, string> }

/** Runs a command to its end and returns its output. Throws with the output if the command fails. */
export async function run(command: readonly string[], place: Place = {}): Promise<string> {
  const child = Bun.spawn([...command], {
    ...(place.cwd === undefined ? {} : { cwd: place.cwd }),
    // Without a language javac takes sources for ASCII, and they have more.
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: commandLimitMs,
    killSignal: 'SIGKILL',
  })
  const said = [new Response(child.stdout).text(), new Response(child.stderr).text()] as const
  const [stdout, stderr] = await Promise.all(said)
  const code = await child.exited
  if (code === 0) return stdout
  throw new Error(`${command.slice(0, 4).join(' ')} ended with ${code}:\n${stdout}\n${stderr}`)
}
