import { removeScan } from '../services/scan-export/scans/change-scan.ts'
import type { ListedScan } from '../services/scan-export/overview/list-scans.ts'
import type { Question, QuestionDeps } from './question.ts'

/** The seller and the number, or the file's name where nothing was read. */
export function subjectOf({
  id,
  filename,
  seller,
  invoiceNo,
  total,
}: ListedScan): Question['subject'] {
  const said = [seller, invoiceNo].filter((text) => text !== null && text !== '').join(' · ')
  return {
    id,
    title: said === '' ? filename : said,
    totalPaise: total === null ? null : Math.round(total * 100),
  }
}

/** Deletes a document that is not the shop's. Its file is gone then: this cannot be taken back. */
export async function removal(
  { scanExport }: Pick<QuestionDeps, 'scanExport'>,
  id: string,
  by: string,
): Promise<null> {
  await removeScan(scanExport, id, by)
  return null
}
