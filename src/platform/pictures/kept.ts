type Bytes = Uint8Array<ArrayBuffer>

/** What was made, by its key, as long as there is room: what was asked for least recently goes first. */
export type Kept = {
  /** Makes what is not kept, once for all who ask for it meanwhile. What cannot be made is not kept. */
  get(key: string, make: () => Promise<Bytes>): Promise<Bytes>
  /** So that it is made anew. */
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
