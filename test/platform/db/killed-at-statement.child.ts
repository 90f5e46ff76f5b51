import { Database, type Statement } from 'bun:sqlite'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import { noon } from '../../support/temporary-database.ts'

/*
 * Opens the database of a data directory as the server does, and is killed when it comes to one of its statements:
 * bun killed-at-statement.child.ts DIR N
 */

const [root = '', wanted = ''] = process.argv.slice(2)
let left = Number(wanted)

Database.prototype.run = counted(Database.prototype.run)
Database.prototype.prepare = new Proxy(Database.prototype.prepare, {
  apply(prepare, self, values) {
    const statement: Statement = Reflect.apply(prepare, self, values)
    statement.run = counted(statement.run)
    return statement
  },
})

await openServedDatabase(dataDir(root), noon).close()

function counted<Run extends (...values: never[]) => unknown>(run: Run): Run {
  return new Proxy(run, {
    apply(target, self, values) {
      if (left-- === 0) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(target, self, values)
    },
  })
}
