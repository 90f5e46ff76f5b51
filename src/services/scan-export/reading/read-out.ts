import { checkDocument } from '../../../paper/checks/check-document.ts'
import type { CheckedAgainst } from '../../../paper/checks/document.ts'
import { normaliseDocument } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { checkedDocument } from '../scans/check-reading.ts'
import { doubtsIn } from '../../../paper/explained.ts'
import type { AnsweredDocument } from '../../../reader/answer.ts'

/** A doubt at a canonical key, or at '' for the whole document. `line` from 0. */
type ReadDoubt = { key: string; line?: number; message: string }

/** One document of a file, for whoever asked to read the file. `data` is what these rules would deliver. */
export function readOut(
  { category, kind, pages, raw, explained }: AnsweredDocument,
  rules: CompiledRules,
  against: CheckedAgainst,
) {
  const findings = [
    ...checkDocument(checkedDocument(raw, category, rules), against),
    ...doubtsIn(explained, { category, raw, correction: null }, rules),
  ]
  const doubts: ReadDoubt[] = findings.map(({ code: _code, ...doubt }) => doubt)
  return {
    category,
    kind,
    pages,
    data: normaliseDocument(raw, category, rules),
    raw,
    explain: explained,
    doubts,
  }
}

export type ReadOut = ReturnType<typeof readOut>
