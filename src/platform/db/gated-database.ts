import type { Database } from './database.ts'

/** Who lets writes through, and who confirms them. */
export type WriteGate = {
  /** Why nothing may be written; undefined: it may. */
  refusal(): Error | undefined
  /** Asked before a write, where whether it may takes a question elsewhere. Rejects with an AppError. */
  ask?: () => Promise<void>
  /** Resolves when what is committed counts. Rejects with an AppError for whoever waits for it. */
  confirm(): Promise<void>
}

/** A database whose writes somebody else has a say in. */
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
