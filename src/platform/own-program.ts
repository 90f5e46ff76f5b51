import { join } from 'node:path'

/** The command that starts Daybook again. From the source tree Bun is the program, and Daybook its first argument. */
export function ownProgram(): string[] {
  const source = join(import.meta.dir, '../main.ts')
  return Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, source]
}

/**
 * A worker by its path below `src`. In the executable all modules of the main thread are one file at its root, and workers are at their
 * paths.
 */
export function workerUrl(path: string): URL {
  return new URL(Bun.isStandaloneExecutable ? path : `../${path}`, import.meta.url)
}

/** The first line that a process prints: a server's first line says that it listens. Throws when the process ends before that. */
export async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true })
    const end = text.indexOf('\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error(`The process ended before its first line: "${text}"`)
}

/** Which Daybook answers at an address of this computer. Undefined when none answers within the limit, in milliseconds. */
export async function askHealth(url: string, limitMs: number): Promise<string | undefined> {
  try {
    const reply = await fetch(`${url}/health`, {
      signal: AbortSignal.timeout(limitMs),
      // The address is this computer, whatever name its certificate has.
      tls: { rejectUnauthorized: false },
    })
    const body: unknown = await reply.json()
    const said = body instanceof Object && 'version' in body ? body.version : undefined
    return typeof said === 'string' ? said : undefined
  } catch {
    // No answer is the result here.
    return undefined
  }
}
