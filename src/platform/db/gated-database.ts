import type { Database } from './database.ts'

/** Decides whether writes may start, and confirms them. */
export type WriteGate = {
  /** Why writing is refused. Undefined: writing is allowed. */
  refusal(): Error | undefined
  /** Called before a write when permission depends on an answer from elsewhere. Rejects with an AppError. */
  ask?: () => Promise<void>
  /** Resolves when committed data counts. Otherwise rejects with an AppError, for everybody who waits for the write. */
  confirm(): Promise<void>
}

/** A database whose writes a gate must allow and confirm. */
export function gatedDatabase(database: Database, gate: WriteGate): Database {
  const through = async <T>(write: () => Promise<T>): Promise<T> => {
    const refusal = gate.refusal()
    if (refusal !== undefined) throw refusal
    if (gate.ask !== undefined) await gate.ask()
    const result = await write()
    await gate.confirm()
    return result
  }
  return {
    ...database,
    writeRefusal: () => gate.refusal() ?? database.writeRefusal(),
    write: (command, options) => through(() => database.write(command, options)),
    writeInSteps: (command) => through(() => database.writeInSteps(command)),
    tryOut: (command) => database.tryOut(command),
    async *writeEach(items, options, work) {
      const refusal = gate.refusal()
      if (refusal !== undefined) throw refusal
      if (gate.ask !== undefined) await gate.ask()
      for await (const result of database.writeEach(items, options, work)) {
        await gate.confirm()
        yield result
      }
    },
  }
}
