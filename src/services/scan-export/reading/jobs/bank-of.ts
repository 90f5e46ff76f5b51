import type { ScanExportDeps } from '../../deps.ts'
import { normaliseDocument } from '../../../../paper/rules/normalise.ts'
import type { Asked } from './ask-reader.ts'

/** The bank on a statement, as printed. '' for any other paper. */
export function bankOf(
  asked: Asked,
  { database, rules }: Pick<ScanExportDeps, 'database' | 'rules'>,
): string {
  if (!('documents' in asked)) return ''
  const [{ raw, category }] = asked.documents
  const data = normaliseDocument(raw, category, rules(database.read).rules)
  const name = data.invoice_metadata['bank_name']
  return typeof name === 'string' ? name : ''
}
