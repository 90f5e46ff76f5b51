// The load generator, a process of its own: reads a LoadWish as JSON, sends as many requests as the connections allow,
// prints a LoadResult.

export type LoadWish = {
  url: string
  key: string
  connections: number
  /** When to stop, in milliseconds; earlier when `ids` are used up. */
  forMs: number
  /** Without ids each request is a GET; with them a POST that marks the next one. */
  ids?: readonly string[]
}

export type LoadResult = { requests: number; perSecond: number; bytes: number }

if (import.meta.main) {
  const wish: LoadWish = await Bun.stdin.json()
  console.log(JSON.stringify(await send(wish)))
}

async function send(wish: LoadWish): Promise<LoadResult> {
  const started = performance.now()
  const deadline = started + wish.forMs
  let next = 0
  let requests = 0
  let bytes = 0
  const oneConnection = async () => {
    while (performance.now() < deadline && next < (wish.ids?.length ?? Infinity)) {
      const received = await request(wish, next++)
      bytes += received
      requests++
    }
  }
  await Promise.all(Array.from({ length: wish.connections }, oneConnection))
  return { requests, bytes, perSecond: (requests * 1000) / (performance.now() - started) }
}

/** How many bytes came back. */
async function request({ url, key, ids }: LoadWish, at: number): Promise<number> {
  const authorization = `Bearer ${key}`
  const response =
    ids === undefined
      ? await fetch(url, { headers: { authorization } })
      : await fetch(url, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ ids: [ids[at]], source: 'bench' }),
        })
  const body = await response.bytes()
  if (response.status === 200) return body.byteLength
  throw new Error(`${url}: ${response.status} ${new TextDecoder().decode(body)}`)
}
