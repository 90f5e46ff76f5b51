/** Which Daybook answers at an address of this computer; undefined when none does within the limit, in milliseconds. */
export async function askHealth(url: string, limitMs: number): Promise<string | undefined> {
  try {
    const reply = await fetch(`${url}/health`, {
      signal: AbortSignal.timeout(limitMs),
      // It is this computer, whatever name its certificate is for.
      tls: { rejectUnauthorized: false },
    })
    const body: unknown = await reply.json()
    const said = body instanceof Object && 'version' in body ? body.version : undefined
    return typeof said === 'string' ? said : undefined
  } catch {
    // Whoever asks wants to know just that.
    return undefined
  }
}
