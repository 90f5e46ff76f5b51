/** A Daybook of a fleet. `token` is its setting metrics_token. */
export type Shop = { url: string; token: string | undefined }

/** A shop's metrics, by their names in `/metrics` without `daybook_`, or why there are none. */
export type Told = { version: string; figures: ReadonlyMap<string, number> } | { problem: string }

/** Milliseconds after which a shop counts as down. */
export const answerMsMax = 5_000

/** Shops to ask at the same time. One that hangs delays only itself. */
const atOnce = 200

/** Asks all shops. The answers have the shops' order. */
export async function askShops(shops: readonly Shop[]): Promise<Told[]> {
  const told: Told[] = []
  const waiting = shops.entries()
  const lane = async () => {
    for (const [at, shop] of waiting) told[at] = await askShop(shop)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, shops.length) }, lane))
  return told
}

async function askShop({ url, token }: Shop): Promise<Told> {
  try {
    const response = await fetch(`${url}/metrics`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerMsMax),
      // A redirect must not receive the token.
      redirect: 'manual',
    })
    if (response.status !== 200) return { problem: refusal(response.status) }
    return readFigures(await response.text())
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      return { problem: `does not answer within ${answerMsMax / 1000} seconds` }
    }
    return {
      problem: `cannot be reached (${error instanceof Error ? error.message : String(error)})`,
    }
  }
}

function refusal(status: number): string {
  switch (status) {
    case 401:
      return 'wants another token: see its setting metrics_token'
    case 403:
      return 'tells only programs on its own computer: set its metrics_token'
    default:
      return `answers ${status} instead of figures`
  }
}

/** Reads Prometheus' text format as far as `/metrics` uses it: a name, labels in braces, a number. */
export function readFigures(text: string): Told {
  const figures = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^daybook_(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? []
    // Prometheus allows NaN and Inf. They mean nothing to a shop's owner.
    if (name !== undefined && Number.isFinite(Number(value))) figures.set(name, Number(value))
  }
  const version = /^daybook_info\{version="([^"]+)"\}/m.exec(text)?.[1]
  return version === undefined ? { problem: 'is no Daybook' } : { version, figures }
}
