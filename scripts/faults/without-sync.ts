// Loaded before Daybook: its database then waits for no disk. A control, which the power cuts must catch.
import { Database } from 'bun:sqlite'

const run = Database.prototype.run

Database.prototype.run = function (this: Database, sql: string, ...bindings: []) {
  return run.call(this, sql.replace('synchronous = FULL', 'synchronous = OFF'), ...bindings)
}
