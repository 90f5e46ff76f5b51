type Bytes = Uint8Array<ArrayBuffer>

/** Results by key, as long as there is room: the least recently used one is dropped first. */
export type Kept = {
  /** Makes a missing result once for all simultaneous callers. A failure is not kept. */
  get(key: string, make: () => Promise<Bytes>): Promise<Bytes>
  /** Drops a result, so that it is made anew. */
  forget(key: string): void
}

export function keptWithin(bytesMax: number): Kept {
  const kept = new Map<string, Bytes>()
  const underWay = new Map<string, Promise<Bytes>>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, made: Bytes) => {
    drop(key)
    kept.set(key, made)
    bytes += made.length
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) return
      drop(oldest)
    }
  }
  return {
    async get(key, make) {
      const known = kept.get(key)
      const made = known ?? (await (underWay.get(key) ?? begin(key, make)))
      keep(key, made)
      return made
    },
    forget: drop,
  }

  async function begin(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const making = make()
    underWay.set(key, making)
    try {
      return await making
    } finally {
      underWay.delete(key)
    }
  }
}
