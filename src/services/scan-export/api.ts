import { Type } from '@sinclair/typebox'
import type { AppError } from '../../platform/errors.ts'
import { descriptions } from '../../platform/http/openapi/describe.ts'
import type { ApiAbout } from '../../platform/http/openapi/document.ts'

/** The service's error shape (source: the contract, "Errors"). */
const errorSchema = Type.Object(
  { error: Type.String({ description: 'What was wrong and what is allowed, as a sentence.' }) },
  {
    $id: 'scanExport.Error',
    description: 'Why a request was refused.',
    examples: [{ error: 'limit must be a whole number from 1 to 1000, got "abc".' }],
  },
)

export function errorBody(error: AppError): { error: string } {
  return { error: error.message }
}

/** What the API document says about the whole service. */
export const scanExportAbout: ApiAbout = {
  title: 'Daybook scan export',
  description: `Hands scanned documents over to an accounting or ERP system as JSON, and keeps the vendor and product lists.

Fetch the unsynced scans, import the \`data\` of each into your own system, then mark the ones that went in as synced: they are not delivered again. Repeat this on a schedule, for example every 5 minutes.

- Send a scan-export key with every call: \`Authorization: Bearer KEY\`, or \`x-api-key: KEY\` from a client that cannot send the first. When both come, Bearer decides.
- An error is \`{ "error": "…" }\`: one sentence that names the field, what was wrong and what is allowed.
- Every call is safe to repeat; send \`Idempotency-Key\` with the one that takes documents in, so that a repeat brings them in once.
- Unknown query parameters and unknown fields are ignored. A path that does not exist answers 404, a method that a path does not have answers 405 with \`Allow\`, both with the same error body.
- A test key (\`dbt_…\`) works on a copy of the shop's data and never on the book; each answer to one has the header \`Daybook-Test: true\`. With the header \`Daybook-Test-Fail\` it asks for a failure: \`429\`, \`500\`, \`500-after-commit\`, \`cut\` or \`slow\`.
- Documents and scans are kept 30 days, synced or not.`,
  tags: [
    { name: 'Scans', description: 'Fetch what waits, acknowledge it, bring documents in.' },
    {
      name: 'Readers',
      description:
        'For a program that reads documents in place of Daybook. An extension of Daybook.',
    },
    {
      name: 'Bridge',
      description:
        'For a bridge that enters documents into accounting books. An extension of Daybook.',
    },
    {
      name: 'Changes',
      description: 'What changed since you last asked. An extension of Daybook.',
    },
    { name: 'Vendors', description: 'Canonical vendor names with their aliases.' },
    { name: 'Products', description: 'Canonical product names with their aliases.' },
    { name: 'Keys', description: 'Who calls, and what calls may carry. An extension of Daybook.' },
  ],
  keyHeader: 'x-api-key',
  collection: {
    keys: { Readers: 'readers_key', Bridge: 'bridge_key' },
    calls: {
      listUnsyncedScans: { gives: { scan_id: 'items.0.id', lease_id: 'lease_id' } },
      markScansSynced: { takes: { 'ids.0': 'scan_id' } },
      uploadScans: { gives: { scan_id: 'items.0.id' } },
      sendScanImportResults: { takes: { 'results.0.id': 'scan_id' } },
      renewScanLease: { takes: { id: 'lease_id' } },
      listUnreadScans: { gives: { unread_id: 'items.0.id' } },
      fetchScanFile: { takes: { id: 'unread_id' } },
      sendReading: { takes: { id: 'unread_id' } },
      listDecisions: { gives: { decision_id: 'items.0.id' } },
      finishDecision: { takes: { id: 'decision_id' } },
      resetTest: { key: 'test_key' },
    },
  },
}

export const { describeRead, describeWrite } = descriptions(errorSchema)
