/** What the client has in its books: by id, what stands behind it each time. Undefined: nobody can tell. */
export type Booked = ReadonlyMap<string, readonly string[]> | undefined

/** Reads a list of ids, one a line; what follows an id on its line is kept as it is. */
export function readBooked(text: string): NonNullable<Booked> {
  const booked = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, id = '', behind = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line.trim()) ?? []
    if (id !== '') booked.set(id, [...(booked.get(id) ?? []), behind])
  }
  return booked
}
