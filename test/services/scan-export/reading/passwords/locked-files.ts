import { problems } from '../../../../../src/reader/pages/problems.ts'
import type { ReadProcess } from '../../../../../src/reader/pages/read-process.ts'
import { secretsIn } from '../../../../../src/platform/secrets.ts'
import { findScanFile } from '../../../../../src/services/scan-export/overview/show-scan.ts'
import {
  filePasswords,
  type FilePasswords,
} from '../../../../../src/services/scan-export/reading/passwords/file-passwords.ts'
import type { ScanService } from '../../../../support/scan-service.ts'
import { answered, readAll } from '../jobs/given-answers.ts'

/* Files that a password opens, without the engines. */

export const secret = 'KULK0104'
export const statement = {
  invoice_metadata: { bank_name: 'STATE BANK OF INDIA', account_no: '220602172677' },
  line_items: [],
}

export function passwordsOf({ database, clock, dir }: ScanService): FilePasswords {
  return filePasswords({ database, clock, secrets: secretsIn(dir.secretKey) })
}

/** Files that only `secret` opens; `told` hears what the process is told of passwords. */
export function locked(told: string[][] = []): ReadProcess {
  return {
    read(_file, context) {
      const { passwords }: { passwords: string[] } = JSON.parse(context)
      told.push(passwords)
      if (!passwords.includes(secret)) return Promise.resolve({ text: refusal(passwords) })
      const answer = answered({ documents: [statement], category: 'bank_entry' })
      const openedBy = passwords.indexOf(secret)
      return Promise.resolve({ text: JSON.stringify({ ...JSON.parse(answer.text), openedBy }) })
    },
  }
}

export function refusal(passwords: readonly string[]): string {
  const problem = passwords.length === 0 ? 'password' : 'wrong password'
  return JSON.stringify({ problem, reason: problems[problem] })
}

let files = 0

export async function addStatement(service: ScanService, userId = 'ravi') {
  files += 1
  const content = `locked ${files}`
  const id = await service.addScan({ pending: true, content, userId, category: 'bank_entry' })
  return { id, hash: findScanFile(service.deps, id)?.hash ?? '', userId }
}

/** A statement whose password an owner has kept. */
export async function keepOne(service: ScanService, passwords: FilePasswords) {
  const file = await addStatement(service)
  passwords.give(file, secret, 'owner')
  await readAll(service, locked(), passwords)
  return file
}
