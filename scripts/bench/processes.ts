import { readFileSync } from 'node:fs'

export type Running = {
  url: string
  pid: number
  /** Resident memory, in MB. */
  residentMb(): number
  stop(): Promise<void>
}

/** Starts a server that says where it listens in its first line, as JSON: `{ "url": … }`. */
export async function startServer(
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<Running> {
  const server = Bun.spawn([...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const line: { url: string } = JSON.parse(await firstLine(server.stdout))
  return {
    url: line.url,
    pid: server.pid,
    residentMb: () => residentMb(server.pid),
    async stop() {
      server.kill()
      await server.exited
    },
  }
}

/** The built executable on a data directory. */
export function serveCommand(executable: string, root: string): string[] {
  return [executable, 'serve', '--json', '--port', '0', '--data', root]
}

/** A program of this folder, by the Bun that runs this one. */
export function program(file: string, ...args: string[]): string[] {
  return [process.execPath, `${import.meta.dir}/${file}`, ...args]
}

/** Runs a program to its end and reads the JSON that it prints. `input` is sent to it as JSON. */
export async function runForJson<T>(command: readonly string[], input?: unknown): Promise<T> {
  const child = Bun.spawn([...command], {
    stdin: new Blob([JSON.stringify(input ?? null)]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(errors.trim() || out.trim() || `${command.join(' ')}: ${code}`)
  const result: T = JSON.parse(out)
  return result
}

export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`The process ended before its first line: ${text}`)
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kib === undefined) throw new Error('This system does not tell how much memory is resident.')
  return (Number(kib) * 1024) / 1_000_000
}
