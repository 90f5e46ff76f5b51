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
